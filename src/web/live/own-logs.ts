/**
 * The newest AI logs of whoever is signed in: read when the published log has taken in a new one, at most once every
 * five seconds, while somebody is looking.
 */
import { effect, signal } from '@preact/signals';
import type { AiLogsAnswerList } from '../../client/index.ts';
import { type Session, session } from '../base/session.ts';
import { isTight } from '../base/budget.ts';
import { leaves } from './log-head.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export type OwnLog = AiLogsAnswerList;

const READ = 50;
const READ_EVERY_MS = 5_000;

/** Newest first; null until they have been read. */
export const ownLogs = signal<readonly OwnLog[] | null>(null);

let followers = 0;
let stop: (() => void) | null = null;

/** Follows them while somebody is looking. Returns the function that ends it. */
export function followLogs(): () => void {
  if (followers++ === 0) stop = begin();
  return () => {
    if (--followers === 0) stop?.();
  };
}

function begin(): () => void {
  let reader: Session | null = null;
  let seen = -1;
  let timer: Timer | null = null;
  const read = (who: Session): void => {
    timer = null;
    if (isTight.peek() && ownLogs.peek() !== null) return;
    who.client.aiLogs({ limit: READ }).then(
      ({ list }) => {
        if (session.peek() === who) ownLogs.value = list;
      },
      () => undefined,
    );
  };
  const end = effect(() => {
    const who = session.value;
    const newest = leaves.value.find(({ k }) => k === 'ailog')?.index ?? -1;
    if (who !== reader) [ownLogs.value, seen, reader] = [null, -2, who];
    if (who === null || newest === seen) return;
    const isFirst = seen === -2;
    seen = newest;
    timer ??= machine.after(isFirst ? 0 : READ_EVERY_MS, () => read(who));
  });
  return () => {
    end();
    timer?.cancel();
  };
}
