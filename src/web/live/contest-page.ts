/**
 * A contest as its pages know it besides its board: which contests there are, what became public, which team is the
 * visitor's own, and where teams stood an hour ago.
 */
import { signal } from '@preact/signals';
import type { ContestListAnswer, ContestNoticesAnswer, ContestRulesetAnswer } from '../../client/index.ts';
import { session } from '../base/session.ts';
import { contestInfo } from './board.ts';
import { publicClient } from '../base/rest.ts';
import { moneySum } from '../format/number.ts';

const HOUR_MS = 3_600_000;

export const contests = signal<ContestListAnswer['list']>([]);
export const notices = signal<ContestNoticesAnswer>([]);
export const ruleset = signal<ContestRulesetAnswer | null>(null);
/** Team of whoever is signed in, in this contest. */
export const ownTeam = signal<string | null>(null);
/** Ranks an hour before the board that is shown, by team; null: not known yet. */
export const ranksBefore = signal<ReadonlyMap<string, number> | null>(null);

let before = '';

export async function readContests(): Promise<void> {
  const found = await publicClient.contestList().catch(() => null);
  if (found !== null) contests.value = found.list;
}

export async function readNotices(id: string): Promise<void> {
  const found = await publicClient.contestNotices({ id }).catch(() => null);
  if (found !== null) notices.value = found;
}

export async function readRuleset(id: string): Promise<void> {
  ruleset.value = await publicClient.contestRuleset({ id }).catch(() => null);
}

export async function readOwnTeam(id: string): Promise<void> {
  const mine = await session.value?.client.contestMe().catch(() => null);
  ownTeam.value = mine?.contest === id ? mine.team : null;
}

/** Reads where teams stood an hour before `atMs`; nothing within a contest's first hour. */
export async function readBefore(id: string, atMs: number): Promise<void> {
  const at = atMs - HOUR_MS;
  const starts = Number(contestInfo.value?.config['startMs'] ?? Number.POSITIVE_INFINITY);
  const asked = `${id} ${atMs}`;
  if (asked === before) return;
  before = asked;
  if (at < starts) {
    ranksBefore.value = null;
    return;
  }
  const found = await publicClient.contestLeaderboard({ id, at: String(at) }).catch(() => null);
  if (asked === before && found !== null) ranksBefore.value = new Map(found.rows.map(({ team, rank }) => [team, rank]));
}

export function forgetContest(): void {
  before = '';
  [notices.value, ruleset.value, ownTeam.value, ranksBefore.value] = [[], null, null, null];
}

/** A number of the contest's config; null while it is not known. */
export function configNumber(name: string): number | null {
  const value = contestInfo.value?.config[name];
  return value === undefined ? null : Number(value);
}

/** Value of an account with this PnL, USDT; null while the contest is not known. */
export function accountValue(pnl: string): string | null {
  const start = contestInfo.value?.config['startBalance'];
  return typeof start === 'string' ? moneySum([start, pnl]) : null;
}

/** The first contract of the contest: the one that is held for comparison. */
export function heldSymbol(): string {
  const symbols = contestInfo.value?.config['symbols'] as readonly { readonly symbol: string }[] | undefined;
  return symbols?.[0]?.symbol ?? '';
}

/** The leaf of the notice that announces a verdict on a team; null when there is none. */
export function verdictLeaf(team: string): number | null {
  return notices.value.find(({ kind, text }) => kind === 'verdict' && text.split(' · ')[0] === team)?.index ?? null;
}
