/**
 * The script of a simulation: a list of moves, each drawn from the seed and its own number alone. A move says what is
 * wanted in the terms of the moment ("close half of the third position"); it becomes a request when it is its turn. So
 * any part of a list makes sense, which is what shrinking needs, and a kept failure is a seed and the numbers of its
 * moves.
 */
import { createRandom, type Random } from '../../src/market/random.ts';

/** How often each kind is drawn, of all that are not fixed by the clock. */
const WEIGHTS = {
  place: 300,
  close: 130,
  burst: 20,
  quote: 90,
  batch: 15,
  plan: 30,
  tpsl: 15,
  modifyTpsl: 6,
  cancel: 60,
  cancelBatch: 6,
  cancelAll: 6,
  cancelPlan: 10,
  closePositions: 12,
  leverage: 40,
  mode: 14,
  adjustMargin: 20,
  autoAppend: 8,
  deposit: 20,
  withdraw: 14,
  transfer: 6,
  freeze: 3,
  halt: 3,
  allow: 2,
  aiLog: 8,
  read: 20,
  history: 8,
  nonsense: 8,
  restart: 2,
  crash: 3,
  diskFault: 8,
  slowStore: 4,
  deadStore: 1,
  clockJump: 2,
  clockBack: 2,
  staleIndex: 3,
  funding: 9,
  lead: 8,
  follow: 25,
  unfollow: 3,
  settleCopies: 3,
  fees: 3,
  changeContract: 3,
  delist: 1,
  contest: 12,
  team: 10,
  outage: 2,
  report: 2,
  judge: 8,
} as const;

/** `open` opens an account; `second` lets time pass: prices, then a tick. */
export type MoveKind = keyof typeof WEIGHTS | 'open' | 'second';

export interface Move {
  readonly index: number;
  readonly kind: MoveKind;
  /** Whose: a place among the accounts, around. */
  readonly who: number;
  /** Which contract, around. */
  readonly contract: number;
  /** 0 to 9,999: what the kind makes of them. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Of a second: how far prices move in it, per million, and in which direction they lean. */
  readonly volatility: number;
  readonly drift: number;
}

export interface ScriptOptions {
  readonly seed: number;
  /** Of sixty seconds each; the clock's jumps come on top. */
  readonly minutes: number;
  readonly accounts: number;
}

const SECONDS = 60;
const MOVES_PER_SECOND = 16;
const RANGE = 10_000;
const kinds = Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][];
const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);

function drawKind(random: Random): MoveKind {
  let left = random.below(total);
  for (const [kind, weight] of kinds) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'place';
}

/** The weather of a minute: most are calm, some run one way, some go wild, a few crash. */
function weather(seed: number, minute: number): { readonly volatility: number; readonly drift: number } {
  const random = createRandom(seed, 1, minute);
  const kind = random.below(100);
  const up = random.below(2) === 0 ? 1 : -1;
  if (kind < 35) return { volatility: 300, drift: 0 };
  if (kind < 58) return { volatility: 700, drift: up * 300 };
  if (kind < 80) return { volatility: 4_000, drift: 0 };
  return { volatility: 5_000, drift: up * 7_000 };
}

/** The move with this number. */
export function moveAt({ seed, accounts }: Pick<ScriptOptions, 'seed' | 'accounts'>, index: number): Move {
  const random = createRandom(seed, 2, index);
  const after = index - accounts;
  const second = Math.floor(after / MOVES_PER_SECOND);
  const kind = after < 0 ? 'open' : after % MOVES_PER_SECOND === 0 ? 'second' : drawKind(random);
  return {
    index,
    kind,
    who: after < 0 ? index : random.below(RANGE),
    contract: random.below(RANGE),
    a: random.below(RANGE),
    b: random.below(RANGE),
    c: random.below(RANGE),
    d: random.below(RANGE),
    ...weather(seed, Math.floor(second / SECONDS)),
  };
}

/** The whole script. */
export function script(options: ScriptOptions): Move[] {
  const length = options.accounts + options.minutes * SECONDS * MOVES_PER_SECOND;
  return Array.from({ length }, (_, index) => moveAt(options, index));
}
