/**
 * Random but sensible commands for the property tests: several people in three contracts who open, close, plan, cancel
 * and move money, with prices near the mark, ids that mostly exist, and now and then nonsense.
 *
 * A move is plain random data that says what is wanted in the terms of the moment ("the third working order", "20 ticks
 * above the mark"); it becomes a command when it is its turn, from the state it finds. So every prefix of a list of
 * moves makes sense and failures shrink well.
 *
 * Index prices move a little, to the brink of what every part survives, or beyond it: then parts are liquidated and
 * deleveraged.
 */
import fc from 'fast-check';
import { EXECUTION_NAMES } from '../../src/core/language/execution.ts';
import type { Command, Side } from '../../src/core/language/commands.ts';
import type { Execution } from '../../src/core/language/execution.ts';
import type { State } from '../../src/core/state/state.ts';
import * as contest from './contest-commands.ts';
import * as copy from './copy-commands.ts';
import * as operator from './operator-commands.ts';
import * as trader from './trader-commands.ts';
import type { Resolve, Wish } from './wish.ts';

/** Every kind of move: how often it is drawn, and what it means. */
const KINDS = {
  placeOrder: { weight: 60, resolve: trader.placeOrder },
  batchOrders: { weight: 4, resolve: trader.batchOrders },
  cancelOrder: { weight: 8, resolve: trader.cancelOrder },
  cancelBatchOrders: { weight: 2, resolve: trader.cancelBatchOrders },
  cancelPlanOrder: { weight: 2, resolve: trader.cancelPlanOrder },
  cancelAllOrders: { weight: 1, resolve: trader.cancelAllOrders },
  closePositions: { weight: 2, resolve: trader.closePositions },
  placePlanOrder: { weight: 10, resolve: trader.placePlanOrder },
  placeTpSlOrder: { weight: 6, resolve: trader.placeTpSlOrder },
  modifyTpSlOrder: { weight: 4, resolve: trader.modifyTpSlOrder },
  setLeverage: { weight: 4, resolve: trader.setLeverage },
  setMarginMode: { weight: 2, resolve: trader.setMarginMode },
  adjustIsolatedMargin: { weight: 5, resolve: trader.adjustIsolatedMargin },
  setAutoAppend: { weight: 1, resolve: trader.setAutoAppend },
  logIn: { weight: 1, resolve: trader.logIn },
  setIndexPrice: { weight: 14, resolve: operator.setIndexPrice },
  tick: { weight: 6, resolve: () => ({ name: 'tick' }) },
  settleFunding: { weight: 3, resolve: operator.settleFunding },
  changeContract: { weight: 2, resolve: operator.changeContract },
  setAccountFees: { weight: 1, resolve: operator.setAccountFees },
  setKeyLimits: { weight: 2, resolve: operator.setKeyLimits },
  tightenKey: { weight: 1, resolve: trader.tightenKey },
  stopKey: { weight: 1, resolve: trader.stopKey },
  deposit: { weight: 1, resolve: trader.deposit },
  withdraw: { weight: 2, resolve: trader.withdraw },
  transfer: { weight: 1, resolve: trader.transfer },
  setLead: { weight: 4, resolve: copy.setLead },
  follow: { weight: 4, resolve: copy.follow },
  unfollow: { weight: 1, resolve: copy.unfollow },
  closeCopy: { weight: 3, resolve: copy.closeCopy },
  settleCopyTrading: { weight: 2, resolve: () => ({ name: 'settleCopyTrading' }) },
  acceptClock: { weight: 1, resolve: operator.acceptClock },
  setAccountFrozen: { weight: 3, resolve: operator.setAccountFrozen },
  setContractState: { weight: 3, resolve: operator.setContractState },
} as const satisfies Record<string, { readonly weight: number; readonly resolve: Resolve }>;

/** What is only drawn in walks with contests. */
const OF_CONTESTS = {
  putRuleset: { weight: 1, resolve: () => contest.putRuleset },
  freezeTemplates: { weight: 1, resolve: contest.freezeTemplates },
  createContest: { weight: 3, resolve: contest.createContest },
  moveContest: { weight: 5, resolve: contest.moveContest },
  extendContest: { weight: 1, resolve: contest.extendContest },
  registerTeam: { weight: 5, resolve: contest.registerTeam },
  setTeam: { weight: 4, resolve: contest.setTeam },
  withdrawTeam: { weight: 1, resolve: contest.withdrawTeam },
  setModels: { weight: 1, resolve: contest.setModels },
  declareOutage: { weight: 1, resolve: contest.declareOutage },
  postNotice: { weight: 1, resolve: contest.postNotice },
  changeNotice: { weight: 1, resolve: contest.changeNotice },
  recordReport: { weight: 4, resolve: contest.recordReport },
  caseStep: { weight: 12, resolve: contest.caseStep },
} as const satisfies Record<string, { readonly weight: number; readonly resolve: Resolve }>;

const ALL = { ...KINDS, ...OF_CONTESTS };

/** One step of a random walk. */
export interface Move extends Wish {
  readonly kind: keyof typeof ALL;
}

/** The command the move means in this state; null when there is nothing it could mean now. */
export function resolve(state: State, move: Move, serial: number): Command | null {
  const meaning: Resolve = ALL[move.kind].resolve;
  return meaning(state, move, serial);
}

const kindOf = (kinds: Partial<typeof ALL>) =>
  fc.oneof(
    ...Object.entries(kinds).map(([name, { weight }]) => ({
      weight,
      arbitrary: fc.constant(name as keyof typeof ALL),
    })),
  );
const seed = fc.nat({ max: 999 });
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    ...others.map((other) => ({ weight: 1, arbitrary: fc.constant(other) })),
  );

const fields = {
  who: fc.nat({ max: 3 }),
  contract: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }),
  side: fc.constantFrom<Side>('long', 'short'),
  open: mostly(true, false, false, false),
  execution: mostly<Execution>('normal', ...EXECUTION_NAMES.filter((name) => name !== 'normal')),
  market: mostly(false, true),
  a: seed,
  b: seed,
  c: seed,
  modes: fc.oneof(
    { weight: 5, arbitrary: fc.constant([null, null] as const) },
    { weight: 2, arbitrary: fc.constant(['isolated', 'combined'] as const) },
    { weight: 1, arbitrary: fc.constant(['isolated', 'separated'] as const) },
    { weight: 1, arbitrary: fc.constant(['cross', 'separated'] as const) },
  ),
  presets: fc.tuple(mostly(false, true), mostly(false, true)),
  gapMs: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(0, 100, 500) },
    { weight: 1, arbitrary: fc.constant(12_000) },
  ),
};

const move: fc.Arbitrary<Move> = fc.record({ kind: kindOf(KINDS), ...fields });
const contestMove: fc.Arbitrary<Move> = fc.record({ kind: kindOf(ALL), ...fields });

/** A list of moves; with those of contests for walks that have some. */
export const moves = (maxLength: number, contests = false): fc.Arbitrary<Move[]> =>
  fc.array(contests ? contestMove : move, { minLength: 1, maxLength, size: 'max' });
