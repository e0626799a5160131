/**
 * The mutators' assertions fail: each row breaks one thing in the state by hand, as a wrong program would, and
 * the next command that meets it ends in a fault that names the rule and what was found.
 */
import { describe, expect, it } from 'vitest';
import { accountOf, instrumentOf, orderOf, type Play, planOf, positionOf } from '../../test/scenarios/play.ts';
import { playLines } from '../../test/scenarios/reader.ts';
import { BUY } from './matching/book.ts';
import { Fault, invariant } from './num/invariant.ts';
import type { Account, CopyRelation, Holding, Instrument, Order, PlanOrder, Position, Team } from './state/records.ts';
import type { State } from './state/state.ts';

/** Ann is long 0.1, bob short; each has a close and an opening at rest. Of the bids ann's is the better. */
const TRADED = `ann deposits 10000
bob deposits 10000
dan deposits 100000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
ann opens long 0.1 at 49000 as a-open
ann closes long 0.1 at 51000 as a-close
bob opens short 0.1 at 51500 as b-open
bob closes short 0.1 at 48500 as b-close`;
/** As above, and a slot and a level that were given back. */
const USED = `${TRADED}\ndan opens long 0.1 at 47000 as d-open\ndan cancels d-open`;
const PLANNED = `${TRADED}
ann sets stop loss 40000 on long for 0.05 as a-stop
ann plans to open long 0.1 at market when mark reaches 45000 as a-plan`;
const ISOLATED = TRADED.replace('at market', 'at market isolated').replace('at 49000', 'at 49000 isolated');
const COPIED = `${TRADED}
ann leads for 0.1
bob follows ann at 0.5 cross as f1
dan follows ann at 0.5 cross as f2`;
const APPLIED = `index btc 50000
contest c1 of btc 20x from 1h to 2h, evidence until 3h
contest c1 opens
ann enters c1 as 'Alpha'
bob enters c1 as 'Beta'`;

type Open<T> = { -readonly [Field in keyof T]: T[Field] };

/** The state a row breaks. What rules never change is open here. */
interface Table {
  readonly play: Play;
  readonly state: State;
  readonly ann: Account;
  readonly btc: Instrument;
  readonly holding: Holding;
  readonly long: Position;
  order(name: string): Open<Order>;
  plan(name: string): Open<PlanOrder>;
  /** The level an order stands on. */
  level(name: string): number;
  relation(): Open<CopyRelation>;
  team(): Team;
}

function tableOf(lines: string): Table {
  const play = playLines(lines);
  const { state } = play.exchange!;
  const btc = instrumentOf(play, 'btc');
  return {
    play,
    state,
    btc,
    get ann() {
      return accountOf(play, 'ann');
    },
    get holding() {
      return accountOf(play, 'ann').holdings[btc.index]!;
    },
    get long() {
      return positionOf(play, 'ann', 'long', undefined, undefined);
    },
    order: (name) => orderOf(play, name),
    plan: (name) => planOf(play, name),
    level: (name) => btc.book.levelOf[orderOf(play, name).slot]!,
    relation: () => [...state.relations.values()][0]!,
    team: () => state.contest.contests.get('c1')!.teams[0]!,
  };
}

/** The assertion's text; the damage; the line that meets it; and the lines before, if not `TRADED`. */
type Row = readonly [rule: string, breaks: (table: Table) => void, act: string, before?: string];

const CANCEL = 'ann cancels a-open';
const CANCEL_CLOSE = 'ann cancels a-close';
/** Half of ann's bid is filled. */
const FILL = 'dan opens short 0.05 at 49000';
/** Ann's position is closed whole. */
const CLOSE = 'dan opens long 0.1 at 51000';

const BOOK: readonly Row[] = [
  ['BOOK-001: the slot holds a resting order', ({ btc, order }) => (btc.book.sizes[order('a-open').slot] = 0), CANCEL],
  [
    'INV-009: the one before an order, or its level, names it',
    ({ btc, level }) => (btc.book.levels.heads[level('a-open')] = 99),
    CANCEL,
  ],
  [
    'INV-009: the one behind an order, or its level, names it',
    ({ btc, level }) => (btc.book.levels.tails[level('a-open')] = 99),
    CANCEL,
  ],
  [
    'INV-009: the volume of a level is the sum of its sizes',
    ({ btc, level }) => (btc.book.levels.volumes[level('a-open')] = 999),
    CANCEL,
  ],
  [
    'INV-009: a level without orders has no volume',
    ({ btc, level }) => (btc.book.levels.volumes[level('a-open')] = 1_001),
    CANCEL,
  ],
  [
    'INV-009: the volume of a level covers each of its orders',
    ({ btc, level }) => (btc.book.levels.volumes[level('a-open')] = 999),
    FILL,
  ],
  ['BOOK-001: the trie leads to each level', ({ btc, level }) => (btc.book.levels.leaves[level('a-open')] = 0), CANCEL],
  [
    'BOOK-001: the better level, or the side, names a level',
    ({ btc, level }) => (btc.book.levels.best[BUY] = level('b-close')),
    CANCEL,
  ],
  [
    'BOOK-001: the worse level names the one before it',
    ({ btc, level }) => (btc.book.levels.better[level('b-close')] = 99),
    CANCEL,
  ],
  [
    'BOOK-001: an order stands on the level of its price',
    ({ btc, level }) => (btc.book.levels.prices[level('a-open')] = 489_999),
    'dan opens long 0.1 at 49000',
  ],
  [
    'BOOK-001: the level before is better',
    ({ btc, level }) => (btc.book.levels.prices[level('a-open')] = 480_000),
    'dan opens long 0.1 at 48900',
  ],
  [
    'BOOK-001: the level behind is worse',
    ({ btc, level }) => (btc.book.levels.prices[level('b-close')] = 489_500),
    'dan opens long 0.1 at 48900',
  ],
  [
    'BOOK-001: the last of a level stands on it',
    ({ btc, order }) => (btc.book.levelOf[order('a-open').slot] = 99),
    'dan opens long 0.1 at 49000',
  ],
  [
    'BOOK-001: the cache names no leaf that was given back',
    ({ btc, level }) => (btc.book.levels.trie.occupied[btc.book.levels.leaves[level('a-open')]!] = 0),
    'dan opens long 0.1 at 49000',
  ],
  [
    'BOOK-001: a slot that is given out holds no order',
    ({ btc }) => (btc.book.sizes[btc.book.freeSlot] = 3),
    'dan opens long 0.1 at 47000',
    USED,
  ],
  [
    'BOOK-001: a level that is given out again is empty',
    ({ btc: { book } }) => (book.levels.heads[book.levels.freeLevel] = 7),
    'dan opens long 0.1 at 47000',
    USED,
  ],
  [
    'PLAN-003: all that a price makes due is taken',
    ({ btc: { triggers } }) => triggers.markDown.reverse(),
    'index btc 45500',
    `${PLANNED}\nann plans to open long 0.1 at market when mark reaches 46000`,
  ],
];

const ORDERS: readonly Row[] = [
  [
    'INV-009: an order is found in its slot',
    ({ btc, order }) => (btc.resting[order('a-open').slot] = order('b-close')),
    CANCEL,
  ],
  ['INV-009: what rests is what is left of the order', ({ order }) => (order('a-open').remaining = 999), CANCEL],
  ['INV-008: an order ends once', ({ order }) => (order('a-open').status = 'canceled'), CANCEL],
  ['INV-008: what is cancelled has a rest', ({ order }) => (order('a-open').remaining = 0), CANCEL],
  ['INV-016: what ends has answered for itself', ({ order }) => (order('a-open').row = 0), CANCEL],
  ['INV-006: orders are counted while they are listed', ({ holding }) => (holding.workingOrders = 1), CANCEL],
  ['MARG-005: openings have a size, and no one else has', ({ holding }) => (holding.workingOpenings = 2), CANCEL],
  ['MARG-005: no more leaves than was to be opened', ({ holding }) => (holding.openingLong = 0), CANCEL],
  ['INV-006: who has no order holds nothing', ({ ann }) => (ann.held = 0), CANCEL],
  [
    'INV-006: an account counts what each contract does',
    ({ ann }) => (ann.workingOrders = 1),
    'ann opens long 0.01 at 47000',
  ],
  [
    'INV-006: nothing stands before the first order of a list',
    ({ btc, holding }) => (btc.links.before[holding.firstSlot] = 99),
    'ann opens long 0.01 at 47000',
  ],
  ['INV-006: the order before one, or the list, names it', ({ btc }) => btc.links.behind.fill(99), CANCEL],
  [
    'INV-006: the order behind one names it',
    ({ btc, order }) => (btc.links.before[order('a-open').slot] = 99),
    CANCEL_CLOSE,
  ],
  ['INV-007: a position knows who closes it', ({ long }) => long.closing.pop(), CANCEL_CLOSE],
  ['INV-007: no more thaws than was frozen', ({ long }) => (long.frozen = 999), CANCEL_CLOSE],
  [
    'INV-007: the pieces of a close are what is left of it',
    ({ order }) => (order('a-close').pieces[0]!.size = 999),
    CANCEL_CLOSE,
  ],
  ['INV-006: what leaves a list is in it', ({ plan }) => (plan('a-stop').place = 1), 'ann cancels a-stop', PLANNED],
  [
    'PLAN-005: a plan order ends once',
    ({ state, plan }) => state.plans.delete(plan('a-stop').id),
    'ann cancels a-stop',
    PLANNED,
  ],
  ['INV-012: a position knows what is bound to it', ({ long }) => long.bound.pop(), 'ann cancels a-stop', PLANNED],
  ['INV-006: no more plan orders leave than came', ({ ann }) => (ann.ownPlans = 0), 'ann cancels a-plan', PLANNED],
  [
    'MODE-002: no more plan orders leave than came',
    ({ holding }) => (holding.plans = 0),
    'ann cancels a-plan',
    PLANNED,
  ],
];

const POSITIONS: readonly Row[] = [
  ['MARG-005: no more opens than was to be', ({ holding }) => (holding.openingLong = 0), FILL],
  ['INV-006: an account holds what each of its orders does', ({ ann }) => (ann.held = 0), FILL],
  ['INV-002: a holding sums its positions, a contract its holders', ({ btc }) => (btc.longSize = 0), FILL],
  ['INV-002: as much is long as is short', ({ btc }) => (btc.longSize += 1), FILL],
  ['INV-003: what is open has a cost', ({ long }) => (long.openValue = -1_000_000_000_000), FILL],
  ['FLOW-005: bookings of a position follow each other', ({ long }) => (long.updatedSequence = 1_000), FILL],
  ['INV-003: a size is openings less closings', ({ long }) => (long.cumOpenSize = 999), CLOSE],
  ['INV-007: no more is frozen than is open', ({ long }) => (long.frozen = 1_001), CLOSE],
  [
    'INV-004: a holding lists its positions until they end',
    ({ order, long }) => order('a-close').pieces.unshift({ position: { ...long }, size: 1_000 }),
    CLOSE,
  ],
  ['LEDG-001: SHARED money lists its holdings', ({ ann }) => ann.shared.holdings.pop(), CLOSE],
  ['INV-004: a part lists its positions until they end', ({ ann }) => ann.shared.positions.pop(), CLOSE],
  ['INV-002: who has a position is a holder', ({ btc, ann }) => btc.holders.delete(ann.id), CLOSE],
  [
    'MODE-002: what opens is in the margin mode in force',
    ({ holding }) => (holding.marginMode = 'isolated'),
    FILL,
    'ann deposits 10000\ndan deposits 10000\nindex btc 50000\nann opens long 0.1 at 49000 as a-open',
  ],
  [
    'MODE-006: leverage changes while nothing works',
    ({ long }) => (long.frozen = 1),
    'ann sets leverage cross 10',
    `${TRADED}\nann cancels a-open\nann cancels a-close`,
  ],
  ['INV-001: the sum over all parts is 0', ({ state }) => (state.ledgerSum = 1), CANCEL],
  ['LEDG-006: a booking begins when the one before balances', ({ state }) => (state.ledgerSum = 1), 'ann deposits 1'],
];

const RISK: readonly Row[] = [
  [
    'MARK-004: a guard knows its place',
    ({ btc }) => (btc.guards.falling[0]!.place = 9),
    'index btc 30000',
    `${ISOLATED}\nindex btc 50001\nindex btc 50000`,
  ],
  [
    'INV-002: the receivers are all of their side',
    ({ btc }) => void (btc.longSize++, btc.shortSize++),
    'funding btc settles 0.0001',
  ],
  [
    'LIQD-005: no order is left',
    ({ ann }) => (ann.workingOrders = 3),
    'index btc 30000',
    TRADED.replace('10000', '1000'),
  ],
  [
    'CONT-005: nobody has a position in what is delisted',
    ({ btc, holding }) => btc.holders.set(5, holding),
    'delist btc',
  ],
  [
    'CONT-005: nothing is open in what is delisted',
    ({ btc }) => void (btc.longSize++, btc.shortSize++),
    'delist btc',
    'index btc 50000',
  ],
  ['COPY-001: a lead lists who follows it', ({ relation }) => relation().lead.relations.shift(), 'end of f1', COPIED],
  [
    'COPY-002: followers are copied in their order',
    ({ relation }) => ((relation().lead.relations.at(-1) as Open<CopyRelation>).id = 800_000_000_000_000),
    'cat follows ann at 0.5 cross as f3',
    `cat deposits 1\n${COPIED}`,
  ],
  [
    'INV-013: COMMISSION holds what was deducted',
    ({ relation }) => (relation().prepaid = 5),
    'copy trading is settled',
    COPIED,
  ],
  ['CTST-003: an account is in one contest', ({ ann }) => (ann.team = null), 'team t1 of c1 is set approved', APPLIED],
  ['CTST-003: a team is approved once', ({ team }) => (team().approved = 3), 'team t1 of c1 is set approved', APPLIED],
];

/** The error that a line ends in; a scenario's own says which line it was. */
function faultOf(play: Play, act: string): unknown {
  try {
    playLines(act, play);
  } catch (error) {
    return error instanceof Error ? error.cause : error;
  }
  return null;
}

describe.each([
  { room: 'the book', rows: BOOK },
  { room: 'orders', rows: ORDERS },
  { room: 'positions and the ledger', rows: POSITIONS },
  { room: 'risk, contracts, copies and contests', rows: RISK },
])('$room', ({ rows }) => {
  const cases = rows.map(([rule, breaks, act, before = TRADED]) => ({ rule, breaks, act, before }));
  it.each(cases)('$rule', ({ rule, breaks, act, before }) => {
    expect(faultOf(tableOf(before).play, act)).toBe(null);
    const table = tableOf(before);
    breaks(table);
    const fault = faultOf(table.play, act);
    expect(fault).toBeInstanceOf(Fault);
    expect(String(fault)).toContain(`invariant broken: ${rule}`);
  });
});

describe('a broken promise', () => {
  it('names the rule, records by their ids, and figures as they are', () => {
    expect(() => invariant(false, 'INV-001: a rule')).toThrow(new Fault('invariant broken: INV-001: a rule'));
    expect(() => invariant(false, 'INV-001: a rule', { id: 7 }, -5n)).toThrow('INV-001: a rule (id 7, -5)');
    expect(() => invariant(false, 'INV-001: a rule', 'btc', null)).toThrow('INV-001: a rule (btc, null)');
  });

  it('is none while it holds', () => {
    expect(() => invariant(true, 'INV-001: a rule', { id: 7 })).not.toThrow();
  });
});
