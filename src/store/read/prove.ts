/**
 * Questions about the whole state: its hash, and the audit of its invariants. Answered by the engine of the store's
 * thread, so that the thread that trades is never held up, and in slices, so that other questions to this thread are
 * answered in the meantime. No command is applied during a proof; its answer gives the sequence of the state.
 */
import { auditSteps } from '../../core/audit.ts';
import { hashSteps } from '../../core/state/hash.ts';
import type { PassedOver, State } from '../../core/state/state.ts';
import { StoreFault } from '../errors.ts';
import { createTeller } from '../pace.ts';
import type { Proving } from '../progress.ts';
import { sha256 } from '../sha256.ts';
import { machine } from '../../time/machine.ts';
import { turn } from '../../time/event-loop.ts';

export interface StateHash {
  readonly sequence: number;
  readonly timeMs: number;
  /** 64 hex digits. */
  readonly hash: string;
  readonly milliseconds: number;
}

export interface Audited {
  readonly sequence: number;
  readonly accounts: number;
  readonly positions: number;
  readonly ok: boolean;
  /** The invariants that do not hold. */
  readonly failures: readonly string[];
  /** Commands that were passed over. */
  readonly setAside: readonly PassedOver[];
  readonly milliseconds: number;
}

export interface ProverOptions {
  readonly state: State;
  /** Runs work while no command is applied. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called as it proceeds, and with null at the end. */
  readonly onProgress: (proving: Proving | null) => void;
  readonly isStopped: () => boolean;
}

export interface Prover {
  stateHash(): Promise<StateHash>;
  audit(): Promise<Audited>;
}

const SLICE_MS = 10;

export function createProver({ state, hold, onProgress, isStopped }: ProverOptions): Prover {
  const prove = async <T>(what: Proving['what'], steps: Generator<number, T>): Promise<T> => {
    const tell = createTeller(what, () => recordsOf(state), onProgress);
    try {
      return await inSlices(steps, tell, isStopped);
    } finally {
      onProgress(null);
    }
  };
  return {
    stateHash: () =>
      hold(async () => {
        const { sequence, timeMs } = state;
        const startedMs = machine.steadyMs();
        const hash = await prove('stateHash', hashSteps(state, sha256));
        return { sequence, timeMs, hash, milliseconds: Math.round(machine.steadyMs() - startedMs) };
      }),
    audit: () =>
      hold(async () => {
        const { sequence, accounts, positions, setAside } = state;
        const startedMs = machine.steadyMs();
        const failures = await prove('audit', auditSteps(state));
        const milliseconds = Math.round(machine.steadyMs() - startedMs);
        const counts = { accounts: accounts.size, positions: positions.size };
        return { sequence, ...counts, ok: failures.length === 0, failures, setAside, milliseconds };
      }),
  };
}

/** Runs `steps` to their end, a slice in each turn of the event loop. @throws StoreFault when the store stops first */
async function inSlices<T>(
  steps: Generator<number, T>,
  tell: (done: number) => void,
  isStopped: () => boolean,
): Promise<T> {
  for (let turnedAt = machine.steadyMs(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (machine.steadyMs() - turnedAt <= SLICE_MS) continue;
    tell(value);
    await turn();
    if (isStopped()) throw new StoreFault('the read store is stopping');
    turnedAt = machine.steadyMs();
  }
}

/** About how many records a proof goes through. */
export function recordsOf({ accounts, positions, orders, plans }: State): number {
  return Math.max(1, accounts.size + positions.size + orders.size + plans.size);
}
