/** `outcry copy …`: leads, followers and their settlement, through the administration of the running exchange. */
import { askAdmin } from './admin.ts';
import { accountOperand, defineVerb, operand, UsageError, type Verb } from './verb.ts';

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
    const leads = present.leads.map((row) =>
      [row.uid, row.shareRatio, row.thirdParty ?? '-', row.thirdPartyRatio ?? '-', row.followers].join('\t'),
    );
    const relations = present.relations.map((row) =>
      [...columnsOf(row), row.net, row.prepaid, row.openCopies].join('\t'),
    );
    const text = [
      'lead\tshare\tthird party\tits part\tfollowers',
      ...leads,
      '',
      `${HEAD}\tnet\tprepaid\topen`,
      ...relations,
    ];
    return { json: present, text: text.join('\n') };
  },
});

const HEAD = 'relation\tlead\tfollower\tratio\tmargin\tstate';

function columnsOf(row: RelationRow): (string | number)[] {
  const { relationId, lead: leadUid, follower, copyRatio, marginMode, endedMs } = row;
  return [relationId, leadUid, follower, copyRatio, marginMode, endedMs === null ? 'copies' : 'ended'];
}

const queryOf = (uid: string | undefined): string => (uid === undefined ? '' : `?uid=${encodeURIComponent(uid)}`);

async function historyList(data: string, uid: string | undefined) {
  const { list: rows } = await askAdmin<{ list: RelationRow[] }>(data, 'GET', `/admin/copy/relations${queryOf(uid)}`);
  return { json: rows, text: [HEAD, ...rows.map((row) => columnsOf(row).join('\t'))].join('\n') };
}

async function skippedList(data: string, uid: string | undefined) {
  const { list: rows } = await askAdmin<{ list: SkippedRow[] }>(data, 'GET', `/admin/copy/skipped${queryOf(uid)}`);
  const lines = rows.map((row) =>
    [
      new Date(row.timeMs).toISOString(),
      row.relationId,
      row.lead,
      row.follower,
      row.symbol,
      row.side,
      row.effect,
      row.reason,
    ].join('\t'),
  );
  return { json: rows, text: ['time\trelation\tlead\tfollower\tsymbol\tside\teffect\treason', ...lines].join('\n') };
}

export const copyVerbs: readonly Verb[] = [lead, follow, unfollow, list, settle];
