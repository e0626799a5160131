/**
 * Where threads come from: the newest are read, then the channel tells. After a broken connection what happened
 * meanwhile is read, and no row is taken twice.
 */
import { signal } from '@preact/signals';
import { takeActivity } from './activity.ts';
import type { ActivityRow } from './threads.ts';
import { listen, publicClient } from './connection.ts';

const PATH = '/capi/v2/activity';
const FIRST = 50;
const TRY_AGAIN_MS = 3_000;

/** The first rows were read: an empty stream is empty, and not only late. */
export const isActivityRead = signal(false);

let followers = 0;
let stop: (() => void) | null = null;

/** Follows what everybody does, while somebody looks. Returns what ends it. */
export function followActivity(): () => void {
  if (followers++ === 0) begin();
  return () => {
    if (--followers > 0) return;
    stop?.();
    stop = null;
  };
}

function begin(): void {
  stop = listen('activity', ({ data }) => takeActivity(rowsOf(data)));
  void readNewest();
}

/** A channel's data is rows, or messages that hold them. */
function rowsOf(data: unknown): readonly ActivityRow[] {
  const all = Array.isArray(data) ? data : [data];
  return all.flatMap((one: { list?: readonly ActivityRow[] } & ActivityRow) => one?.list ?? (one == null ? [] : [one]));
}

async function readNewest(): Promise<void> {
  try {
    const { answer } = await publicClient.get<{ readonly list: readonly ActivityRow[] }>(PATH, { limit: FIRST });
    takeActivity(answer.list);
    isActivityRead.value = true;
  } catch {
    isActivityRead.value = true;
    setTimeout(() => void (followers > 0 && readNewest()), TRY_AGAIN_MS);
  }
}
