/**
 * The notices of a contest as they stand, newest first: its phases, teams, outages, reports and verdicts, and what its
 * organiser said. A change to a notice is shown in it, and a team's leaf only where it says something new.
 */
import type { PublicLeaf } from '../../store/read/contests.ts';
import type { CallDeps } from '../call/deps.ts';
import { noticeText, saidBy } from '../shapes/notice.ts';

const KINDS = ['contest', 'team', 'outage', 'report', 'verdict', 'notice'] as const;
type Payload = Readonly<Record<string, unknown>>;

interface NoticeRow {
  readonly index: number;
  readonly t: number;
  readonly kind: string;
  readonly text: string;
  readonly says: object;
  /** Of an organiser's notice. */
  pinned?: boolean;
  /** Index of the leaf that withdrew it. */
  withdrawn?: number;
}

export async function noticesOf(
  contest: string,
  { store, sequencer }: Pick<CallDeps, 'store' | 'sequencer'>,
): Promise<readonly NoticeRow[]> {
  const leaves = await store.ask('publicLeaves', { kinds: KINDS }, sequencer.sequence);
  const shown = new Map<number, NoticeRow>();
  const teams = new Map<string, string>();
  for (const leaf of leaves) {
    const { index, timeMs: t, kind } = leaf;
    const payload = leaf.payload as Payload;
    if (!isOf(contest, leaf)) continue;
    const text = noticeText(kind, payload);
    if (kind === 'team') {
      const team = String(payload['team']);
      // A team's models, or the same state once more, are no news.
      if (teams.get(team) === text) continue;
      teams.set(team, text);
    }
    if (kind === 'notice' && payload['change'] !== undefined) changeRow(shown.get(Number(payload['notice'])), leaf);
    else shown.set(index, { index, t, kind, text, says: saidBy(kind, payload), ...pinnedOf(kind, payload) });
  }
  return [...shown.values()].reverse();
}

function pinnedOf(kind: string, { pinned }: Payload): Pick<NoticeRow, 'pinned'> {
  return kind === 'notice' ? { pinned: pinned === true } : {};
}

/** A change that comes after the withdrawal, or to what is no notice, is only in the log. */
function changeRow(row: NoticeRow | undefined, { index, payload }: PublicLeaf): void {
  if (row?.kind !== 'notice' || row.withdrawn !== undefined) return;
  const { change } = payload as Payload;
  row.pinned = change === 'pinned';
  if (change === 'withdrawn') row.withdrawn = index;
}

function isOf(contest: string, { kind, payload }: PublicLeaf): boolean {
  const of = payload as Payload;
  return kind === 'outage' || (kind === 'contest' ? of['id'] : of['contest']) === contest;
}
