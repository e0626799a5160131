/** A rehearsal as the HTTP surface sees it: an exchange whose time is driven. Absent from every other exchange. */
import { ApiError, type Bilingual, type Code } from '../words/errors.ts';
import type { Faults } from './faults.ts';
import type { Scenarios } from './scenarios.ts';

export type Mode = 'paced' | 'max' | 'paused' | 'lockstep';

export interface RehearsalClock {
  readonly mode: Mode;
  /** `ready`: time stands and nothing is under way; `waiting`: it stands for an agent that has not passed. */
  readonly state: 'ready' | 'advancing' | 'waiting';
  readonly virtualMs: number;
  /** Virtual milliseconds a millisecond of the machine; null: it stands, or goes as fast as it can. */
  readonly speed: number | null;
  /** How far it is behind its speed. */
  readonly behindMs: number;
  /** Of lockstep; null without. */
  readonly barrier: number | null;
  /** Accounts that have not passed. */
  readonly waitingFor: readonly number[];
  readonly sequence: number;
  readonly branch: string;
}

export interface LockstepSettings {
  /** How long an agent sleeps that does not say. */
  readonly stepMs: number;
  readonly agents: readonly number[];
  /** Time goes no further: then agents are told that it ends. Epoch ms; left out: it never does. */
  readonly untilMs?: number;
  /** `turns`: one acts after the other; `sealed`: all at once, with the pass. */
  readonly order: 'turns' | 'sealed';
  /** How long an agent may think by the machine's clock; 0: as long as it likes. */
  readonly wallTimeoutMs: number;
  readonly onTimeout: 'pass' | 'pause' | 'leave';
  /** Whether accounts that are no agents may write. */
  readonly others: 'refuse' | 'allow';
}

/** Wakes an agent before its time: a fill or liquidation of its own, or a price that moved by so many per cent. */
export type WakeOn =
  | { readonly kind: 'fill' | 'liquidation' }
  | { readonly kind: 'price'; readonly symbol: string; readonly percent: number };

export interface Pass {
  readonly barrier: number;
  /** Null: one step on. */
  readonly untilMs: number | null;
  readonly thoughtMs: number;
  readonly wakeOn: readonly WakeOn[];
  /** Carried out in their order when all have passed; only in `sealed`. */
  readonly actions: readonly (() => PlannedAction)[];
}

/** An action whose turn has come. */
export interface PlannedAction {
  /** Until it is carried out: of a fault. */
  readonly delayMs: number;
  readonly run: () => Promise<unknown>;
}

/** The turn of an agent has come. */
export interface Woken {
  readonly barrier: number;
  readonly virtualMs: number;
  /** `end`: it is no agent any more. */
  readonly reason: 'joined' | 'time' | 'event' | 'end';
  /** Answers to the actions of its pass. */
  readonly results: readonly unknown[];
  /** Fills of its own since its pass. */
  readonly fills: number;
  /** USDT. */
  readonly equity: string;
}

/** Names of checkpoints and branches, which are names of folders too. */
export const NAME_FORM = /^[a-z0-9][a-z0-9_-]{0,39}$/;

export interface CheckpointInfo {
  readonly name: string;
  /** The branch it was taken of. */
  readonly branch: string;
  /** Of the last command in it. */
  readonly sequence: number;
  readonly virtualMs: number;
  /** When it was taken, by the machine's clock. */
  readonly madeMs: number;
  /** Of its files, those that it shares with others too. */
  readonly bytes: number;
}

export interface BranchInfo {
  readonly name: string;
  /** The checkpoint it goes on from; null: the beginning. */
  readonly from: string | null;
  /** The seed its market goes on with; null: the one before. */
  readonly seedAfter: string | null;
  readonly served: boolean;
}

export interface ForkWish {
  readonly checkpoint: string;
  /** Name of the new branch; null: one is found. */
  readonly as: string | null;
  /** Market drawn anew from there; null: it goes on as it did. */
  readonly seedAfter: string | null;
}

/** One past, many futures. */
export interface Branches {
  checkpoints(): readonly CheckpointInfo[];
  /** @throws ApiError 60004 while time passes, 60005 when there are enough, or it is there */
  create(name: string): Promise<CheckpointInfo>;
  /** Makes a branch that goes on from a checkpoint. @throws ApiError 60005, 60007 */
  fork(wish: ForkWish): Promise<BranchInfo>;
  /** The same, and serves it in place of the present one, shortly after this is answered. */
  restore(wish: ForkWish): Promise<BranchInfo>;
  /** @throws ApiError 60007 */
  deleteCheckpoint(name: string): Promise<void>;
  list(): readonly BranchInfo[];
  /** @throws ApiError 60004 of the one that is served, and of main; 60007 */
  delete(name: string): Promise<void>;
}

/** Part of the front whose memory a checkpoint holds. */
export interface Kept {
  /** Plain JSON. */
  save(): unknown;
  restore(saved: never): void;
}

export interface Rehearsal {
  readonly branches: Branches;
  readonly faults: Faults;
  readonly scenarios: Scenarios;
  /** Holds the memory of a part in checkpoints; gives it back at once what it had, if the branch goes on from one. */
  keep(name: string, part: Kept): void;
  /** It stops, and another branch is served next. */
  readonly isLeaving: boolean;
  /** The value of `X-Outcry-Rehearsal`: branch and virtual time. */
  stamp(): string;
  clock(): RehearsalClock;
  /** Why the same requests may lead to something else the next time; null: they lead to the same. */
  unrepeatable(): Bilingual | null;
  /** Whether a request with this timestamp may be taken now. */
  isNear(timestampMs: number): boolean;
  /** @throws ApiError 60004, 60005 */
  run(speed: number | 'max', untilMs: number | null): void;
  pause(): Promise<void>;
  /** Resolves when time has come there, and every reader sees it. @throws ApiError 60004, 60005 */
  step(untilMs: number): Promise<void>;
  /** Begins it, or ends it. @throws ApiError 60004 */
  lockstep(settings: LockstepSettings | null): Promise<void>;
  /** Resolves when it is its turn. @throws ApiError 60002 without lockstep */
  join(uid: number): Promise<Woken>;
  /** @throws ApiError 60002 of no agent */
  leave(uid: number): void;
  /** Resolves when it is its turn again. @throws ApiError 60002, 60003, 60005 */
  pass(uid: number, pass: Pass): Promise<Woken>;
  /** Null when the account may write now; else resolves when it may. @throws ApiError 60002 */
  admit(uid: number): Promise<void> | null;
}

/** A refusal of a rehearsal. */
export function refusedBy(
  code: Code & (60001 | 60002 | 60003 | 60004 | 60005 | 60006 | 60007),
  hint: Bilingual,
): ApiError {
  return new ApiError(code, { hint });
}

/** @throws ApiError 60001 of any other exchange */
export function rehearsalIn({ rehearsal }: { readonly rehearsal?: Rehearsal }): Rehearsal {
  if (rehearsal === undefined) throw refusedBy(60001, { en: 'only in rehearsal', zh: '仅限演练' });
  return rehearsal;
}
