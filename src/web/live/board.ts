/**
 * The contest that is shown beside the stream: its standings and what there is to know.
 */
import { signal } from '@preact/signals';
import type { ContestInfoAnswer, ContestLeaderboardAnswer, ContestLeaderboardAnswerRows } from '../../client/index.ts';
import { OutcryError } from '../../client/errors.ts';
import { publicClient } from '../base/rest.ts';
import { listen } from './connection.ts';
import { isTight } from '../base/budget.ts';
import { machine } from '../../time/machine.ts';

export type BoardRow = ContestLeaderboardAnswerRows;

export const board = signal<ContestLeaderboardAnswer | null>(null);
export const contestInfo = signal<ContestInfoAnswer | null>(null);
/**
 * Why nothing is known of the contest, such as that there is none by this name; null: something is known, or nothing
 * yet.
 */
export const contestFault = signal<unknown>(null);

/** Whether the exchange said that there is none by this name; otherwise it said nothing of it. */
export function isNone(fault: unknown): boolean {
  return fault instanceof OutcryError && fault.code === '40020';
}

const READ_EVERY_MS = 30_000;

/** Follows a contest while somebody is looking; null: none. Returns the function that ends it. */
export function followBoard(id: string | null): () => void {
  if (id === null) return () => undefined;
  if (board.value?.contest !== id) [board.value, contestInfo.value] = [null, null];
  contestFault.value = null;
  const stop = listen(`board.${id}`, ({ data }) => {
    const news = (Array.isArray(data) ? data.at(-1) : data) as ContestLeaderboardAnswer | undefined;
    if (news?.rows === undefined) return;
    const isNext = board.value !== null && board.value.phase !== news.phase;
    board.value = news;
    if (isNext) void readInfo(id);
  });
  void readInfo(id);
  void readBoard(id);
  const reading = machine.every(READ_EVERY_MS, () => void (isTight.value || readBoard(id)));
  return () => {
    stop();
    reading.cancel();
  };
}

async function readInfo(id: string): Promise<void> {
  try {
    contestInfo.value = await publicClient.contestInfo({ id });
  } catch (error) {
    if (contestInfo.value === null) contestFault.value = error;
  }
}

async function readBoard(id: string): Promise<void> {
  const news = await publicClient.contestLeaderboard({ id }).catch(() => null);
  if (news !== null && news.at >= (board.value?.at ?? 0)) board.value = news;
}
