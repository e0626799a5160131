/** `outcry copy …`: leads, followers and their settlement, through the administration of the running exchange. */
import { askAdmin } from './admin.ts';
import { tableText } from './table.ts';
import { iso } from './times.ts';
import { UsageError } from './told.ts';
import { accountOperand, defineVerb, operand, type Verb } from './verb.ts';
import { percentOfFraction } from './words.ts';

interface LeadRow {
  readonly uid: number;
  readonly shareRatio: string;
  readonly thirdParty: number | null;
  readonly thirdPartyRatio: string | null;
  readonly followers: number;
}

interface RelationRow {
  readonly relationId: number;
  readonly lead: number;
  readonly follower: number;
  readonly copyRatio: string;
  readonly marginMode: string;
  readonly endedMs: number | null;
}

interface PresentRelation extends RelationRow {
  readonly net: string;
  readonly prepaid: string;
  readonly openCopies: number;
}

interface SkippedRow {
  readonly timeMs: number;
  readonly relationId: number;
  readonly lead: number;
  readonly follower: number;
  readonly symbol: string;
  readonly side: string;
  readonly effect: string;
  readonly reason: string;
}

const lead = defineVerb({
  name: 'copy lead',
  about: 'let an account be followed, or change its terms',
  operands: ['UID', 'SHARE'],
  options: {
    third: { value: 'UID', about: 'somebody who gets a part of its income' },
    'third-ratio': { value: 'RATIO', about: 'which part, from 0 to 1' },
  },
  more: "SHARE is the part of a follower's profit that goes to the lead, from 0 to 0.3.",
  async answer(call) {
    const third = call.options['third'];
    const thirdRatio = call.options['third-ratio'];
    if ((third === undefined) !== (thirdRatio === undefined))
      throw new UsageError('--third and --third-ratio go together');
    if (third !== undefined && !/^[1-9][0-9]{0,15}$/.test(third))
      throw new UsageError(`--third is '${third}', needs an account's number`);
    const uid = accountOperand(call);
    const answer = await askAdmin<LeadRow>(call.data, 'POST', '/admin/copy/lead', {
      uid,
      shareRatio: operand(call, 'SHARE'),
      thirdParty: third === undefined ? null : Number(third),
      thirdPartyRatio: thirdRatio ?? null,
    });
    return {
      json: answer,
      text: `account ${uid} leads for ${answer.shareRatio}; next: outcry copy follow UID ${uid} RATIO`,
    };
  },
});

const follow = defineVerb({
  name: 'copy follow',
  about: 'let an account copy a lead',
  operands: ['UID', 'LEAD', 'RATIO'],
  options: { isolated: { about: 'copies take isolated margin instead of cross' } },
  more: "RATIO is the size of a copy as a part of the lead's order, above 0 and at most 10.",
  async answer(call) {
    const uid = accountOperand(call);
    const leadUid = accountOperand(call, 'LEAD');
    const answer = await askAdmin<{ relationId: number }>(call.data, 'POST', '/admin/copy/follow', {
      uid,
      lead: leadUid,
      copyRatio: operand(call, 'RATIO'),
      marginMode: call.switches.has('isolated') ? 'ISOLATED' : 'SHARED',
    });
    return { json: answer, text: `account ${uid} follows ${leadUid}: relation ${answer.relationId}` };
  },
});

const unfollow = defineVerb({
  name: 'copy unfollow',
  about: 'end a relation; copies that are open stay bound to their lead',
  operands: ['RELATION'],
  async answer(call) {
    const relationId = accountOperand(call, 'RELATION');
    const answer = await askAdmin<unknown>(call.data, 'POST', '/admin/copy/unfollow', { relationId });
    return { json: answer, text: `relation ${relationId} copies no more` };
  },
});

const settle = defineVerb({
  name: 'copy settle',
  about: 'settle the period of every relation now; it also happens once a day',
  async answer({ data }) {
    const answer = await askAdmin<unknown>(data, 'POST', '/admin/copy/settle', {});
    return { json: answer, text: 'copy trading is settled' };
  },
});

const list = defineVerb({
  name: 'copy list',
  about: 'who leads, who follows whom, and what the period has brought',
  options: {
    history: { about: 'all relations there have been, newest first' },
    skipped: { about: 'copies that were not made, and why, newest first' },
    uid: { value: 'UID', about: 'of one account, with --history or --skipped' },
  },
  async answer({ data, switches, options }) {
    if (switches.has('skipped')) return skippedList(data, options['uid']);
    if (switches.has('history')) return historyList(data, options['uid']);
    const present = await askAdmin<{ leads: LeadRow[]; relations: PresentRelation[] }>(data, 'GET', '/admin/copy');
    const leads = {
      head: ['lead', 'share', 'third party', 'its part', 'followers'],
      rows: present.leads.map((row) => [
        row.uid,
        percentOfFraction(row.shareRatio),
        row.thirdParty,
        row.thirdPartyRatio === null ? null : percentOfFraction(row.thirdPartyRatio),
        row.followers,
      ]),
    };
    const relations = {
      head: [...HEAD, 'net', 'prepaid', 'open'],
      rows: present.relations.map((row) => [...columnsOf(row), row.net, row.prepaid, row.openCopies]),
    };
    return { json: present, text: `${tableText(leads)}\n\n${tableText(relations)}` };
  },
});

const HEAD = ['relation', 'lead', 'follower', 'ratio', 'margin', 'state'];

function columnsOf(row: RelationRow): (string | number)[] {
  const { relationId, lead: leadUid, follower, copyRatio, marginMode, endedMs } = row;
  return [relationId, leadUid, follower, copyRatio, marginMode, endedMs === null ? 'copies' : 'ended'];
}

const queryOf = (uid: string | undefined): string => (uid === undefined ? '' : `?uid=${encodeURIComponent(uid)}`);

async function historyList(data: string, uid: string | undefined) {
  const { list: rows } = await askAdmin<{ list: RelationRow[] }>(data, 'GET', `/admin/copy/relations${queryOf(uid)}`);
  return { json: rows, text: { head: HEAD, rows: rows.map(columnsOf) } };
}

async function skippedList(data: string, uid: string | undefined) {
  const { list: rows } = await askAdmin<{ list: SkippedRow[] }>(data, 'GET', `/admin/copy/skipped${queryOf(uid)}`);
  const columns = ['relationId', 'lead', 'follower', 'symbol', 'side', 'effect', 'reason'] as const;
  const text = {
    head: ['time', 'relation', ...columns.slice(1)],
    rows: rows.map((row) => [iso(row.timeMs), ...columns.map((column) => row[column])]),
  };
  return { json: rows, text };
}

export const copyVerbs: readonly Verb[] = [lead, follow, unfollow, list, settle];
