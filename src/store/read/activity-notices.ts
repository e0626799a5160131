/**
 * Notices that concern everybody, as activity shows them: the public leaves of phases, outages, verdicts and of
 * what organisers say, newest first.
 */
import type { Database } from '../database/db.ts';
import { compare } from './activity-places.ts';
import { ofKind, payloadOf } from '../schema/leaf-form.ts';
import type { ActivityArgs, ActivityPlace, NoticesWanted } from './activity-args.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface NoticeLeaf {
  readonly index: number;
  readonly kind: 'contest' | 'outage' | 'verdict' | 'notice';
  readonly payload: Payload;
}

export interface Notice {
  readonly place: ActivityPlace;
  readonly leaf: NoticeLeaf;
}

const RANK = 4;
const KINDS = ['contest', 'outage', 'verdict', 'notice'] as const;
/** They are few; no page that anybody reads goes past this many. */
const MOST = 1_000;

export async function noticePlaces({ sql }: Database, args: ActivityArgs): Promise<Notice[]> {
  const { notices, after, before, limit, nowMs } = args;
  if (notices === null) return [];
  const rows = await sql
    .selectFrom('tlog_leaf')
    .select(['idx', 'kind', 't', 'entry'])
    .where(ofKind(...KINDS))
    .where('uid', 'is', null)
    .where('t', '>=', after?.timeMs ?? 0)
    .where('t', '<=', before?.timeMs ?? nowMs)
    .orderBy('idx', 'desc')
    .limit(MOST)
    .execute();
  return rows
    .map((leaf) => ({
      place: { timeMs: leaf.t, rank: RANK, number: leaf.idx },
      leaf: { index: leaf.idx, kind: leaf.kind as NoticeLeaf['kind'], payload: payloadOf<Payload>(leaf) },
    }))
    .filter(
      ({ place, leaf }) =>
        (before === null || compare(place, before) < 0) &&
        (after === null || compare(place, after) > 0) &&
        isWanted(leaf, notices),
    )
    .slice(0, limit + 1);
}

function isWanted({ kind, payload }: NoticeLeaf, { contests, team }: NoticesWanted): boolean {
  if (kind === 'outage') return team === null;
  if (kind === 'notice') return team === null && contests.includes(String(payload['contest']));
  if (kind === 'verdict')
    return contests.includes(String(payload['contest'])) && (team === null || payload['team'] === team);
  return team === null && payload['phase'] !== 'draft' && contests.includes(String(payload['id']));
}
