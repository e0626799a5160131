/**
 * The contest that is shown beside the stream: its standings and what there is to know.
 */
import { signal } from '@preact/signals';
import type { ContestInfoAnswer, ContestLeaderboardAnswer, ContestLeaderboardAnswerRows } from '../../client/index.ts';
import { listen, publicClient } from './connection.ts';
import { isTight } from './budget.ts';

export type BoardRow = ContestLeaderboardAnswerRows;

export const board = signal<ContestLeaderboardAnswer | null>(null);
export const contestInfo = signal<ContestInfoAnswer | null>(null);

const READ_EVERY_MS = 30_000;

/** Follows a contest while somebody looks; null: none. Returns what ends it. */
export function followBoard(id: string | null): () => void {
  if (id === null) return () => undefined;
  if (board.value?.contest !== id) [board.value, contestInfo.value] = [null, null];
  const stop = listen(`board.${id}`, ({ data }) => {
    const news = (Array.isArray(data) ? data.at(-1) : data) as ContestLeaderboardAnswer | undefined;
    if (news?.rows !== undefined) board.value = news;
  });
  void read(id);
  const reading = setInterval(() => void (isTight.value || readBoard(id)), READ_EVERY_MS);
  return () => {
    stop();
    clearInterval(reading);
  };
}

async function read(id: string): Promise<void> {
  const [info] = await Promise.all([publicClient.contestInfo({ id }).catch(() => null), readBoard(id)]);
  if (info !== null) contestInfo.value = info;
}

async function readBoard(id: string): Promise<void> {
  const news = await publicClient.contestLeaderboard({ id }).catch(() => null);
  if (news !== null && news.at >= (board.value?.at ?? 0)) board.value = news;
}
