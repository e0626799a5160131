/** The contest that a page standing alone shows, and what is read of it. */
import { useEffect } from 'preact/hooks';
import { app } from '../base/app-json.ts';
import { path } from '../base/router.ts';
import { board, contestInfo, followBoard } from '../live/board.ts';

/** The one its address names, else the one to show first; null: there is none. */
export function shownContest(): string | null {
  const parts = path.value.split('/').filter((part) => part !== '');
  return parts[parts[0] === 'embed' ? 2 : 1] ?? app.value.contest;
}

/** '' while it isn't known. */
export function shownTitle(): string {
  const title = contestInfo.value?.config['title'];
  return typeof title === 'string' ? title : '';
}

export function useContest(id: string | null): void {
  useEffect(() => followBoard(id), [id]);
}

export interface PlainRow {
  /** Null: not ranked yet. */
  readonly rank: number | null;
  readonly team: string;
  readonly name: string;
  readonly return8: string | null;
  readonly pnl: string | null;
}

/** The best, and behind them those who wait to be ranked. */
export function firstRows(count: number): readonly PlainRow[] {
  const news = board.value;
  if (news === null) return [];
  const waiting = news.unranked.filter(({ reason }) => reason === 'minFilledOrders');
  return [
    ...news.rows,
    ...waiting.map(({ team, name }) => ({ rank: null, team, name, return8: null, pnl: null })),
  ].slice(0, count);
}
