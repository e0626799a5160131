/**
 * Lists of an account that are read newest first, a page at a time: of live records (`liveList`), and of stored rows
 * (`storedList`). A list's own file states what differs: where its records are, what narrows them, how one is shown.
 *
 * Both check in the order of their table: filters, range, page, and last whether the range is the right way round. Both
 * send `X-Next-Cursor` exactly when more follows.
 */
import type { Account, Instrument } from '../../core/state/records.ts';
import type { Page } from '../../store/read/paging.ts';
import type { Question, Questions } from '../../store/questions.ts';
import { accountOf, type Call } from '../call/call.ts';
import { defineRoute, type Route, type RouteStatement } from '../call/route.ts';
import { listOf, type Shape } from '../shapes/shape.ts';
import { type Bilingual, invalid } from '../words/errors.ts';
import { foundInstead } from '../call/fields.ts';
import { answerPage, pageOfRecords, placeParameters, rowsParameter, sendCursor } from './paging.ts';
import {
  type Needed,
  optional,
  type Parameter,
  type ParameterTable,
  refined,
  text,
  type ValuesOf,
} from '../call/parameter.ts';
import { symbol } from './parameters.ts';
import { idOf, isIntegerText } from '../call/scalars.ts';
import { inTimeOrder, rangeParameters } from './times.ts';

const MOST_ROWS = 100;

/** Common to all lists: each is the caller's own, for a key that may read. */
type Own = 'operation' | 'summary' | 'path' | 'weight' | 'isAddition';
const ownReading = { access: 'private', permission: 'read' } as const;

/** A record that lists show: it has an ascending id, a time and a contract. */
interface Listed {
  readonly id: number;
  readonly createdMs: number;
  readonly instrument: Instrument;
}

/** Filters of every list of live records, under the names of its dialect. */
type LiveTable = ParameterTable &
  typeof rangeParameters &
  typeof placeParameters & { readonly symbol: Parameter<string | null>; readonly limit: Parameter<number> };

interface LiveList<Item extends Listed, Table extends LiveTable, View> extends Pick<Route, Own> {
  readonly parameters: Table;
  readonly shape: Shape<View>;
  /** The account's records, in any order. */
  readonly of: (account: Account) => Iterable<Item>;
  /** Whether the filters that are this list's alone let it through; absent: there are none. */
  readonly isWanted?: (item: Item, values: ValuesOf<Table>) => boolean;
  /** When one was created, where its record doesn't say. */
  readonly createdMs?: (item: Item) => number;
  readonly view: (item: Item, call: Call) => View;
}

/** A list of the engine's records, by contract, creation time and its own filters. Reads the state. */
export function liveList<Item extends Listed, Table extends LiveTable, View>(wanted: LiveList<Item, Table, View>) {
  const { shape, of, view, isWanted = () => true, createdMs = (item) => item.createdMs, ...own } = wanted;
  return defineRoute({
    ...own,
    ...ownReading,
    method: 'GET',
    answer: listOf(shape),
    errors: ['40020', '40017'],
    parse: (values: ValuesOf<Table>) => ({ values, filter: inTimeOrder(values as ValuesOf<LiveTable>) }),
    handle: ({ values, filter }, call) => {
      const account = call.deps.engine.state.accounts.get(accountOf(call));
      const records = account === undefined ? [] : [...of(account)];
      const newest = records
        .filter((record) => matches(record, createdMs(record), filter) && isWanted(record, values))
        .sort((a, b) => b.id - a.id);
      const page = pageOfRecords(newest, filter, createdMs);
      sendCursor(call, page.nextCursor);
      return page.items.map((item) => view(item, call));
    },
  });
}

const DIGITS: Bilingual = {
  en: 'the id of an order as it came, in digits: as text or a whole number, never as a double',
  zh: '原样的订单号（纯数字）：以字符串或整数保存，不要用浮点数',
};

/** An order's id as a filter, in digits of any number: a list of everything would be taken for that order's. */
export function orderIdText(description: string): Needed<string> {
  return refined(text(description), (found, name) => {
    if (!isIntegerText(found)) throw invalid(name, foundInstead(found, DIGITS));
    return found;
  });
}

/** The same as an id of ours. Null: not asked for. 0: an id nothing has. */
export const orderIdFilter = optional(refined(orderIdText('Only this order'), (found) => idOf(found) ?? 0));

/** Lists of live records that can be narrowed to one order. */
export const ofOneOrder = {
  parameters: {
    symbol: optional(symbol),
    orderId: orderIdFilter,
    ...rangeParameters,
    limit: rowsParameter(MOST_ROWS),
    ...placeParameters,
  },
  isWanted: ({ id }: Listed, { orderId }: { readonly orderId: number | null }) => orderId === null || id === orderId,
};

function matches(
  { instrument }: Listed,
  createdMs: number,
  { symbol: named, startTime, endTime }: ValuesOf<LiveTable>,
): boolean {
  if (named !== null && instrument.contract.symbol !== named) return false;
  return (startTime === null || createdMs >= startTime) && (endTime === null || createdMs <= endTime);
}

/** The questions to the store that are answered with a page of an account's rows. */
type ListQuestion = {
  [Name in Question]: Questions[Name]['answer'] extends Page<unknown> ? Name : never;
}[Question];
/** Filters of a list besides account, range and page. */
type Narrowed<Name extends ListQuestion> = Omit<
  Questions[Name]['args'],
  'uid' | 'startMs' | 'endMs' | 'page' | 'cursor'
>;

interface StoredList<Name extends ListQuestion, Table extends ListTable, Answer>
  extends Pick<RouteStatement<Table, never, Answer>, Own | 'method' | 'sample' | 'answer' | 'errors'> {
  readonly question: Name;
  readonly parameters: Table;
  readonly narrowed: (values: ValuesOf<Table>) => Narrowed<Name>;
  /** The place to go on from, where it may be named otherwise than by a cursor; it beats one. */
  readonly after?: (values: ValuesOf<Table>) => string | null;
  readonly view: (page: Questions[Name]['answer'], call: Call) => Answer;
}

type Everywhere = typeof rangeParameters & typeof placeParameters;
type ListTable = ParameterTable & Everywhere;

/** A list the store answers, after its projection has reached the caller's last write (W-30). */
export function storedList<Name extends ListQuestion, Table extends ListTable, Answer>({
  question,
  narrowed,
  after = () => null,
  view,
  ...own
}: StoredList<Name, Table, Answer>): Route {
  return defineRoute({
    ...own,
    ...ownReading,
    parse: (values) => {
      const { startTime: startMs, endTime: endMs, page, cursor } = inTimeOrder(values as ValuesOf<Everywhere>);
      return { ...narrowed(values), startMs, endMs, page, cursor: after(values) ?? cursor };
    },
    handle: async (args, call) => {
      const { store, sequencer } = call.deps;
      const wanted = { ...args, uid: accountOf(call) } as unknown as Questions[Name]['args'];
      return view(await answerPage(call, store.ask(question, wanted, sequencer.sequence)), call);
    },
  });
}
