/**
 * Source of threads: the newest are read, then the channel delivers. While the channel says nothing, for example
 * after a broken connection, the newest are read every few seconds; no row is taken twice.
 */
import { signal } from '@preact/signals';
import { takeActivity, takeNewestActivity } from './activity.ts';
import { isTight } from '../base/budget.ts';
import type { ActivityRow } from './threads.ts';
import { publicClient } from '../base/rest.ts';
import { listen } from './connection.ts';
import { machine } from '../../time/machine.ts';

const PATH = '/capi/v2/activity';
/** As many as a first message of the channel has. */
const FIRST = 50;
const READ_EVERY_MS = 5_000;
/** While the channel has said something this recently, nothing has to be read. */
const CHANNEL_IS_FRESH_MS = 30_000;

/** The first rows were read: an empty stream is empty, not just late. */
export const isActivityRead = signal(false);

let followers = 0;
let stop: (() => void) | null = null;
let toldAtMs = Number.NEGATIVE_INFINITY;

/** Follows what everybody does, while somebody is looking. Returns the function that ends it. */
export function followActivity(): () => void {
  if (followers++ === 0) begin();
  return () => {
    if (--followers > 0) return;
    stop?.();
    stop = null;
  };
}

/** Listens to what is told; `isWhole`: these are the newest there are, and what came before may have been missed. */
export function listenToActivity(take: (rows: readonly ActivityRow[], isWhole: boolean) => void): () => void {
  return listen('activity', ({ data, type }) => take(rowsOf(data), type === 'snapshot'));
}

function begin(): void {
  const end = listenToActivity((rows, isWhole) => {
    toldAtMs = machine.steadyMs();
    if (isWhole) takeNewestActivity(rows, rows.length < FIRST, true);
    else takeActivity(rows);
  });
  void readNewest();
  const timer = machine.every(READ_EVERY_MS, () => {
    const isTold = machine.steadyMs() - toldAtMs < CHANNEL_IS_FRESH_MS;
    if (!isTold && !isTight.value && document.visibilityState === 'visible') void readNewest();
  });
  stop = () => {
    end();
    timer.cancel();
  };
}

/** A channel's data is rows, or messages that hold them. */
function rowsOf(data: unknown): readonly ActivityRow[] {
  const all = Array.isArray(data) ? data : [data];
  return all.flatMap((one: { list?: readonly ActivityRow[] } & ActivityRow) => one?.list ?? (one == null ? [] : [one]));
}

async function readNewest(): Promise<void> {
  try {
    const query = { limit: FIRST };
    const { answer } = await publicClient.get<{
      readonly list: readonly ActivityRow[];
      readonly nextPage: boolean;
    }>(PATH, query);
    takeNewestActivity(answer.list, !answer.nextPage);
  } catch {
    // It is read again in a moment.
  }
  isActivityRead.value = true;
}
