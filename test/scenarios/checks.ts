/**
 * What can be looked at in a scenario: figures under their names on the wire, compared as exact text.
 */
import { BUY, levelsOf, SELL } from '../../src/core/matching/book.ts';
import { markSourceOf } from '../../src/core/state/contest-lists.ts';
import { type PlanOrder } from '../../src/core/state/records.ts';
import { orderType } from '../../src/api/words/wire.ts';
import type { Bill } from '../../src/core/language/bills.ts';
import { formingRateOf } from '../../src/core/risk/funding.ts';
import { depthOf } from '../../src/core/risk/basis.ts';
import { averagePremium } from '../../src/core/risk/premium.ts';
import { tradePriceOf } from '../../src/core/risk/trade-price.ts';
import type { Holding, Instrument } from '../../src/core/state/records.ts';
import {
  billFigures,
  type Figures,
  moneyText,
  orderFigures,
  partFigures,
  planFigures,
  positionExtras,
  positionFigures,
  priceText,
  sizeText,
} from './figures.ts';
import {
  accountOf,
  exchangeOf,
  type Handler,
  idOf,
  instrumentOf,
  type Line,
  nameOf,
  orderOf,
  type Play,
  planOf,
  positionOf,
  positionsOf,
  relationId,
  symbolOf,
  WHO,
} from './play.ts';

function must(play: Play, what: string, expected: string, actual: string): void {
  play.checks++;
  if (expected !== actual) throw new Error(`expected ${what} ${expected}, found ${actual}`);
}

/** Holds `name value, name value` against the figures. A name they don't have is an error. */
function hold(play: Play, pairs: string, figures: Figures): void {
  for (const pair of pairs.split(', ')) {
    const space = pair.indexOf(' ');
    const key = pair.slice(0, space);
    if (space < 0 || !(key in figures))
      throw new Error(`no figure called '${pair}'; there are ${Object.keys(figures).join(', ')}`);
    must(play, key, pair.slice(space + 1), figureText(figures[key]));
  }
}

const figureText = (figure: unknown): string => (figure === '' ? 'empty' : String(figure));

const STATUS_WORDS: Readonly<Record<string, string>> = {
  '0': 'open',
  '1': 'partly filled',
  '2': 'filled',
  '-1': 'canceled',
};

function statusText(figures: Figures): string {
  const word = STATUS_WORDS[String(figures['status'])] ?? '';
  return [word, figures['cancelReason'], figures['cancelDetail']].filter((part) => part !== null).join(' ');
}

const planStatusText = (plan: PlanOrder): string =>
  plan.status === 'untriggered' ? 'untriggered' : statusText(planFigures(plan));

function settingsFigures(holding: Holding): Figures {
  return {
    cross: holding.crossLeverage,
    isolatedLong: holding.isolatedLongLeverage,
    isolatedShort: holding.isolatedShortLeverage,
    marginMode: holding.setMarginMode,
    positionMode: holding.setPositionMode,
  };
}

const BILL_OPTIONS: readonly (readonly [
  pattern: RegExp,
  read: (play: Play, bill: Bill, value: string) => readonly [unknown, unknown],
])[] = [
  [/^fee (\S+)/, (_play, bill, value) => [value, billFigures(bill)['fillFee']]],
  [/^balance (\S+)/, (_play, bill, value) => [value, billFigures(bill)['balance']]],
  [/^legacy (\S+)/, (_play, bill, value) => [value, billFigures(bill)['legacyBalance']]],
  [/^reason (\S+)/, (_play, bill, value) => [value, bill.transferReason]],
  [/^order (\S+)/, (play, bill, value) => [value === 'none' ? 0 : idOf(play, value), bill.orderId]],
  [/^in (\S+)/, (_play, bill, value) => [value === 'none' ? '' : symbolOf(value), bill.symbol]],
  [/^match (\S+)/, (_play, bill, value) => [value, String(bill.matchSequence)]],
  [/^id (\S+)/, (_play, bill, value) => [value, String(bill.id)]],
];

function billText(play: Play, bill: Bill): string {
  const part = bill.positionId === 0 ? 'SHARED' : exchangeOf(play).positions.get(bill.positionId)?.side;
  return `${nameOf(bill.account)} ${part} ${bill.businessType} ${String(billFigures(bill)['amount'])}`;
}

/** One row of a bill list: who, part, type and amount, then whatever else it states. */
function holdBill(play: Play, row: Line, bill: Bill): void {
  const [, base = '', options = ''] = /^(\S+ \S+ \S+ \S+)(.*)$/.exec(row.text) ?? [];
  must(play, `${row.at} bill`, base, billText(play, bill));
  let rest = options.trim();
  while (rest !== '') {
    const hit = BILL_OPTIONS.map(([pattern, read]) => ({ match: pattern.exec(rest), read })).find(
      ({ match }) => match !== null,
    );
    if (hit?.match == null) throw new Error(`${row.at}: not something a bill has: '${rest}'`);
    const [expected, actual] = hit.read(play, bill, hit.match[1] ?? '');
    must(play, `${row.at} ${hit.match[0].split(' ')[0]}`, String(expected), String(actual));
    rest = rest.slice(hit.match[0].length).trim();
  }
}

const bills: Handler = (play, groups, line) => {
  const exchange = exchangeOf(play);
  const list = exchange.bills.slice(exchange.billsBefore);
  const none = groups['none'] !== undefined;
  if (none === line.rows.length > 0) throw new Error("write 'bills' and the rows below it, or 'bills none'");
  const texts = list.map((bill) => `  ${billText(play, bill)}`).join('\n');
  if (list.length !== line.rows.length)
    throw new Error(`expected ${line.rows.length} bills, found ${list.length}:\n${texts}`);
  play.checks++;
  for (const [index, row] of line.rows.entries()) holdBill(play, row, list[index]!);
};

const book: Handler = (play, { contract, side, levels = '' }) => {
  const instrument = instrumentOf(play, contract);
  const rows = levelsOf(instrument.book, side === 'bids' ? BUY : SELL, 1_000);
  const shown = rows.map(
    ([price, size]) => `${priceText(instrument.contract, price)}x${sizeText(instrument.contract, size)}`,
  );
  must(play, side ?? '', levels, shown.join(', ') || 'none');
};

const trades: Handler = (play, { list = '' }) => {
  const exchange = exchangeOf(play);
  const shown = exchange.fills
    .slice(exchange.fillsBefore)
    .filter(({ price }) => price > 0)
    .map(({ instrument: { contract }, price, size }) => `${priceText(contract, price)}x${sizeText(contract, size)}`);
  must(play, 'trades', list, shown.join(', ') || 'none');
};

/** Rows below a line, each held against a text; `none` when there are none. */
function holdRows(play: Play, what: string, line: Line, none: string | undefined, texts: readonly string[]): void {
  if ((none !== undefined) === line.rows.length > 0)
    throw new Error(`write '${what}' and the rows below it, or '${what} none'`);
  must(play, what, line.rows.map(({ text }) => `\n  ${text}`).join(''), texts.map((text) => `\n  ${text}`).join(''));
}

const inText = (instrument: Instrument): string => {
  const name = instrument.contract.symbol.slice('cmt_'.length, -'usdt'.length);
  return name === 'btc' ? '' : ` in ${name}`;
};

/** The risk engine's orders of the last command: whose, type, size, limit, what was filled. */
const engineOrders: Handler = (play, { none }, line) => {
  const texts = exchangeOf(play).engineOrders.map((order) => {
    const { contract } = order.instrument;
    const limit = order.price === 0 ? 'market' : priceText(contract, order.price);
    const type = orderType(order.side, order.effect, order.cause).code;
    return `${nameOf(order.account.id)} type ${type} ${sizeText(contract, order.size)} at ${limit} filled ${sizeText(contract, order.filled)}${inText(order.instrument)}`;
  });
  holdRows(play, 'engine orders', line, none, texts);
};

/** What the last command closed without the book: whose against whose, size and value. */
const offBook: Handler = (play, { none }, line) => {
  const exchange = exchangeOf(play);
  const texts = exchange.fills
    .slice(exchange.fillsBefore)
    .filter(({ price }) => price === 0)
    .map(({ instrument, size, value, taker, maker }) => {
      const sides = [taker, maker].map(({ order }) => `${nameOf(order.account.id)} ${order.side}`);
      return `${sides[0]} against ${sides[1]} ${sizeText(instrument.contract, size)} for ${moneyText(value)}${inText(instrument)}`;
    });
  holdRows(play, 'off book', line, none, texts);
};

/** What should not happen and did in the last command. */
const alarms: Handler = (play, { none }, line) => {
  const texts = exchangeOf(play).alarms.map((alarm) => {
    if (alarm.name === 'closedAtMark') {
      const size = sizeText(alarm.instrument.contract, alarm.size);
      return `closed at mark ${nameOf(alarm.account)} ${size}${inText(alarm.instrument)}`;
    }
    const { owed, insured, shared, borne } = alarm;
    const [total, fund, winners, exchange] = [owed, insured, shared, borne].map(moneyText);
    return `loss of ${nameOf(alarm.account)} ${total} paid by fund ${fund} winners ${winners} exchange ${exchange}`;
  });
  holdRows(play, 'alarms', line, none, texts);
};

/** Copies the last command skipped: relation, opening or close, reason. */
const skipped: Handler = (play, { list = '' }) => {
  const names = new Map(
    [...play.ids].filter(([name]) => name.startsWith('relation ')).map(([name, id]) => [id, name.slice(9)]),
  );
  const shown = exchangeOf(play).skipped.map(
    ({ relation, effect, reason }) => `${names.get(relation.id)} ${effect} ${reason}`,
  );
  must(play, 'skipped', list, shown.join(', ') || 'none');
};

const relation: Handler = (play, { name = '', pairs = '' }) => {
  const found = exchangeOf(play).state.relations.get(relationId(play, name));
  if (found === undefined) throw new Error(`relation ${name} is forgotten`);
  const { net, prepaid, open, endedMs } = found;
  hold(play, pairs, { net: moneyText(net), prepaid: moneyText(prepaid), open, ended: endedMs !== 0 });
};

const prices: Handler = (play, { what, contract, price = '' }) => {
  const instrument = instrumentOf(play, contract);
  const ticks = what === 'mark' ? instrument.mark : instrument.lastPrice;
  const known = what === 'mark' ? instrument.markValid : ticks > 0;
  must(play, what ?? '', price, known ? priceText(instrument.contract, ticks) : 'unknown');
};

/** The funding figures of a contract: rates plain, the next boundary as a time of the day, UTC. */
const funding: Handler = (play, { contract, pairs = '' }) => {
  const instrument = instrumentOf(play, contract);
  const { timeMs } = exchangeOf(play).state;
  hold(play, pairs, {
    rate: moneyText(instrument.fundingRateE8),
    average: moneyText(averagePremium(instrument, timeMs)),
    forming: moneyText(formingRateOf(instrument, timeMs)),
    next: new Date(instrument.nextFundingMs).toISOString().slice(11, 19),
  });
};

/** The basis at the latest tick, and what the trades of the last minute come to. */
const memory: Handler = (play, { what, contract, price = '' }) => {
  const instrument = instrumentOf(play, contract);
  const { timeMs } = exchangeOf(play).state;
  const found = what === 'sample' ? (instrument.basis.at(-1) ?? 0) : tradePriceOf(instrument, timeMs);
  must(play, what ?? '', price, found === null ? 'none' : moneyText(found));
};

/** What trading the impact notional would average on a side. */
const impact: Handler = (play, { contract, side, price = '' }) => {
  const { impact: found } = depthOf(instrumentOf(play, contract), side === 'bids' ? BUY : SELL);
  must(play, `impact price of ${side}`, price, found === null ? 'none' : moneyText(found));
};

const POSITION = '(?<side>long|short)(?: #(?<place>\\d+))?(?: in (?<contract>\\S+))?';

/** Every line that looks at something. */
export const CHECKS: readonly (readonly [RegExp, Handler])[] = [
  [
    new RegExp(`^${WHO} has no (?<side>long|short)(?: in (?<contract>\\S+))?$`),
    (play, { who = '', side = '', contract }) =>
      must(play, `${side} positions`, '0', String(positionsOf(play, who, side, contract).length)),
  ],
  [
    new RegExp(`^${WHO} has (?<pairs>.+)$`),
    (play, { who = '', pairs = '' }) => hold(play, pairs, partFigures(accountOf(play, who).shared)),
  ],
  [
    new RegExp(`^${WHO} ${POSITION} has (?<pairs>.+)$`),
    (play, { who = '', side = '', place, contract, pairs = '' }) => {
      const position = positionOf(play, who, side, place, contract);
      hold(play, pairs, { ...positionFigures(position), ...positionExtras(position) });
    },
  ],
  [
    new RegExp(`^${WHO} ${POSITION} part has (?<pairs>.+)$`),
    (play, { who = '', side = '', place, contract, pairs = '' }) =>
      hold(play, pairs, partFigures(positionOf(play, who, side, place, contract).part)),
  ],
  [
    new RegExp(`^${WHO} settings(?: in (?<contract>\\S+))? have (?<pairs>.+)$`),
    (play, { who = '', contract, pairs = '' }) => {
      const holding = accountOf(play, who).holdings[instrumentOf(play, contract).index];
      if (holding === undefined) throw new Error(`${who} has no settings there yet`);
      hold(play, pairs, settingsFigures(holding));
    },
  ],
  [
    /^order (?<order>\S+) is (?<status>.+)$/,
    (play, { order = '', status = '' }) => must(play, 'status', status, statusText(orderFigures(orderOf(play, order)))),
  ],
  [
    /^order (?<order>\S+) has (?<pairs>.+)$/,
    (play, { order = '', pairs = '' }) => hold(play, pairs, orderFigures(orderOf(play, order))),
  ],
  [
    /^plan (?<order>\S+) is (?<status>.+)$/,
    (play, { order = '', status = '' }) => must(play, 'status', status, planStatusText(planOf(play, order))),
  ],
  [
    /^plan (?<order>\S+) has (?<pairs>.+)$/,
    (play, { order = '', pairs = '' }) => hold(play, pairs, planFigures(planOf(play, order))),
  ],
  [/^book (?<contract>\S+) (?<side>bids|asks) (?<levels>.+)$/, book],
  [/^trades (?<list>.+)$/, trades],
  [/^skipped (?<list>.+)$/, skipped],
  [/^relation (?<name>\S+) has (?<pairs>.+)$/, relation],
  [
    /^relation (?<name>\S+) is forgotten$/,
    (play, { name = '' }) =>
      must(
        play,
        'relation',
        'forgotten',
        exchangeOf(play).state.relations.get(relationId(play, name)) ? 'kept' : 'forgotten',
      ),
  ],
  [/^(?<what>mark|last) (?<contract>\S+) is (?<price>\S+)$/, prices],
  [/^(?<what>sample|price of trades) (?<contract>\S+) is (?<price>\S+)$/, memory],
  [/^funding (?<contract>\S+) has (?<pairs>.+)$/, funding],
  [
    /^contract (?<contract>\S+) has (?<pairs>.+)$/,
    (play, { contract, pairs = '' }) => {
      const instrument = instrumentOf(play, contract);
      const { contract: listed, tradingState, pending } = instrument;
      const { tiers: _tiers, ...spec } = listed.spec;
      hold(play, pairs, {
        ...spec,
        state: tradingState,
        marked: markSourceOf(exchangeOf(play).state, instrument),
        waiting: pending === null ? 'none' : Object.keys(pending.change).join(' '),
      });
    },
  ],
  [/^impact (?<contract>\S+) (?<side>bids|asks) is (?<price>\S+)$/, impact],
  [/^next id is (?<id>\d+)$/, (play, { id = '' }) => must(play, 'next id', id, String(exchangeOf(play).state.nextId))],
  [
    /^next match is (?<sequence>\d+)$/,
    (play, { sequence = '' }) => must(play, 'next match', sequence, String(exchangeOf(play).state.nextMatchSequence)),
  ],
  [/^bills(?<none> none)?$/, bills],
  [/^engine orders(?<none> none)?$/, engineOrders],
  [/^off book(?<none> none)?$/, offBook],
  [/^alarms(?<none> none)?$/, alarms],
];
