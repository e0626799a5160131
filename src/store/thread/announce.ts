/**
 * Tells the store's thread what is durable, though not of every batch: each message wakes that thread, and under load
 * would do so a thousand times a second for a few rows. It tells immediately after a pause, then now and then, and
 * before a question that needs it.
 */
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface Announcer {
  /** Everything up to `sequence` is durable. */
  durable(sequence: number): void;
  /** Makes sure that the thread has been told of `sequence`, if it is durable. */
  tell(sequence: number): void;
  /** Tells what is left, and then nothing more. */
  end(): void;
}

/** A few hundred commands under load: each waking costs as much as some dozens of them, on both threads. */
const EVERY_MS = 20;

/** @param send tells the thread */
export function createAnnouncer(send: (sequence: number) => void): Announcer {
  /** −1: nothing is known yet. */
  let durable = -1;
  let told = -1;
  let pause: Timer | null = null;
  const tellAll = (): void => {
    told = durable;
    send(durable);
  };
  const afterPause = (): void => {
    pause = null;
    if (told === durable) return;
    tellAll();
    pause = machine.after(EVERY_MS, afterPause);
  };
  return {
    durable(sequence) {
      durable = sequence;
      if (pause !== null) return;
      tellAll();
      pause = machine.after(EVERY_MS, afterPause);
    },
    tell(sequence) {
      if (sequence > told && durable > told) tellAll();
    },
    end() {
      pause?.cancel();
      if (durable > told) tellAll();
    },
  };
}
