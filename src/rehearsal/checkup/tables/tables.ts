/**
 * An account's run as tables, for a notebook: its orders, fills, bills, and its equity over time. Columns are typed,
 * so that a reader need not guess: ids are text, amounts USDT, sizes the base coin.
 */
import type { RunTable } from '../../../api/call/checkups.ts';
import type { Facts } from '../facts/facts.ts';
import { costsOf, fallsOf } from '../facts/figures.ts';

/** Moments are epoch ms. */
export type Column =
  | { readonly name: string; readonly type: 'text'; readonly values: readonly (string | null)[] }
  | { readonly name: string; readonly type: 'number' | 'moment'; readonly values: readonly (number | null)[] };

export interface RunColumns {
  readonly columns: readonly Column[];
  readonly rows: number;
}

type Of<Row> = {
  readonly [Name in 'text' | 'number' | 'moment']: (
    name: string,
    value: (row: Row, at: number) => (Name extends 'text' ? string : number) | null,
  ) => Column;
};

function over<Row>(rows: readonly Row[]): Of<Row> {
  return {
    text: (name, value) => ({ name, type: 'text', values: rows.map(value) }),
    number: (name, value) => ({ name, type: 'number', values: rows.map(value) }),
    moment: (name, value) => ({ name, type: 'moment', values: rows.map(value) }),
  };
}

const TABLES: Readonly<Record<RunTable, (facts: Facts) => RunColumns>> = {
  orders({ orders }) {
    const { text, number, moment } = over(orders);
    const columns = [
      text('id', ({ id }) => id),
      text('client_oid', ({ oid }) => oid),
      text('symbol', ({ symbol }) => symbol),
      text('side', ({ side }) => side),
      text('effect', ({ effect }) => effect),
      text('cause', ({ cause }) => cause),
      moment('created', ({ createdMs }) => createdMs),
      moment('ended', ({ endedMs }) => endedMs),
      text('status', ({ status }) => status),
      number('price', ({ price }) => (price === 0 ? null : price)),
      number('size', ({ size }) => size),
      number('filled', ({ filled }) => filled),
      number('fee', ({ fee }) => fee),
    ];
    return { columns, rows: orders.length };
  },
  fills({ fills }) {
    const { text, number, moment } = over(fills);
    const columns = [
      text('id', ({ id }) => id),
      moment('time', ({ ms }) => ms),
      text('order_id', ({ orderId }) => orderId),
      text('symbol', ({ symbol }) => symbol),
      text('side', ({ side }) => side),
      text('effect', ({ effect }) => effect),
      text('role', ({ role }) => role),
      text('cause', ({ cause }) => cause),
      number('price', ({ price }) => price),
      number('size', ({ size }) => size),
      number('value', ({ value }) => value),
      number('fee', ({ fee }) => fee),
      number('realised', ({ realised }) => realised),
    ];
    return { columns, rows: fills.length };
  },
  bills({ bills }) {
    const { text, number, moment } = over(bills);
    const columns = [
      text('id', ({ id }) => id),
      moment('time', ({ ms }) => ms),
      text('type', ({ type }) => type),
      text('symbol', ({ symbol }) => (symbol === '' ? null : symbol)),
      number('amount', ({ amount }) => amount),
      number('fee', ({ fee }) => fee),
    ];
    return { columns, rows: bills.length };
  },
  equity(facts) {
    const { curve } = facts;
    const { number, moment } = over(curve);
    const [falls, costs] = [fallsOf(curve), costsOf(facts)];
    const columns = [
      moment('time', ({ ms }) => ms),
      number('equity', ({ equity }) => equity),
      number('paid', ({ paid }) => paid),
      number('drawdown', (_, at) => falls[at] ?? 0),
      number('exposure', ({ exposure }) => exposure),
      number('requirement', ({ requirement }) => requirement),
      number('fees', (_, at) => costs[at]?.fees ?? 0),
      number('funding', (_, at) => costs[at]?.funding ?? 0),
    ];
    return { columns, rows: curve.length };
  },
};

export function tableOf(facts: Facts, table: RunTable): RunColumns {
  return TABLES[table](facts);
}
