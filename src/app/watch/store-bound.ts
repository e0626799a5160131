/**
 * How long trading goes on while the read store is away: up to a number of seconds and of commands, each of them 0 for
 * "without end". Beyond, no command is taken, from callers, prices or clockwork, until the store is back; the exchange
 * is still alive, but idle. Reads of the present go on.
 */
import { NotExecuted, type WhyNotExecuted } from '../../sequencer/refusals.ts';
import { UNSEEN_MS } from '../../store/keys/unseen.ts';
import type { Store } from '../../store/store.ts';
import { machine } from '../../time/machine.ts';

export interface StoreBound {
  readonly seconds: number;
  readonly commands: number;
}

/** Why no command is taken, and when it may be over by itself. */
export interface Halt {
  readonly why: WhyNotExecuted;
  readonly text: string;
  readonly retryAfterSeconds: number;
}

/** Tells why no command is taken; null while they are. */
export type Halted = () => Halt | null;

const RETRY_AFTER_SECONDS = 10;

/** @param durable the last sequence in the journal */
function storeBound(store: Pick<Store, 'absence'>, durable: () => number, bound: StoreBound): Halted {
  return () => {
    const absence = store.absence();
    if (absence === null) return null;
    const seconds = Math.floor((machine.steadyMs() - absence.sinceMs) / 1000);
    const commands = Math.max(0, durable() - absence.sinceSequence);
    const isLong = bound.seconds > 0 && seconds >= bound.seconds;
    const isFar = bound.commands > 0 && commands >= bound.commands;
    if (!isLong && !isFar) return null;
    const limit = isLong ? `${bound.seconds} s` : `${bound.commands} commands`;
    const text = `the read store has been away for ${seconds} s and ${commands} commands; after ${limit} no command is taken until it is back`;
    return { why: 'store', text, retryAfterSeconds: RETRY_AFTER_SECONDS };
  };
}

/**
 * Whether requests are taken: the start is over, and a node knows which keys were switched off elsewhere, or that
 * nobody can switch one off.
 */
export function readinessOf(
  { waitingFor }: { readonly waitingFor: string | null },
  { shared }: Pick<Store, 'shared'>,
  isNobodyLooking: () => boolean = () => false,
): { readonly ready: boolean; readonly reason: string } {
  const unseenMs = shared?.keysUnseenMs() ?? 0;
  if (waitingFor !== null || unseenMs < UNSEEN_MS || isNobodyLooking())
    return { ready: waitingFor === null, reason: waitingFor ?? '' };
  const seconds = Math.floor(unseenMs / 1000);
  return { ready: false, reason: `keys were not looked at for ${seconds} s: PostgreSQL answers others, not this node` };
}

/** The first reason that one of them has. */
function firstOf(...all: readonly Halted[]): Halted {
  return () => {
    for (const halted of all) {
      const halt = halted();
      if (halt !== null) return halt;
    }
    return null;
  };
}

/** The refusal of a sequencer that is halted. */
export function refusalOf(halted: Halted): () => NotExecuted | null {
  return () => {
    const halt = halted();
    return halt === null ? null : new NotExecuted(halt.why, undefined, halt);
  };
}

/** One of those given that are there, or a read store that has been away for too long. */
export function haltedBy(
  given: readonly (Halted | undefined)[],
  store: Store,
  sequencer: { readonly sequence: number },
  bound: StoreBound,
): Halted {
  const there = given.filter((one) => one !== undefined);
  return firstOf(
    ...there,
    storeBound(store, () => sequencer.sequence, bound),
  );
}
