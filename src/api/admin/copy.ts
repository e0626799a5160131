/**
 * Administration of copy trading (COPY-001, COPY-006): who leads on which terms, who follows whom, settlement. The
 * present comes from the engine; the past (ended relations and skipped copies) from the store.
 */
import type { CopyLead, CopyRelation } from '../../core/state/records.ts';
import type { MarginMode } from '../../core/language/commands.ts';
import type { CopyRelationTable, CopySkipTable } from '../../store/schema/tables.ts';
import type { AdminDeps } from './deps.ts';
import { canonicalDecimal } from '../call/scalars.ts';
import { MARGIN_MODE_WORDS, moneyText, rateText } from '../words/wire.ts';
import { enteredAccount } from './accounts.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  get,
  nullableNumberIn,
  post,
  queryNumber,
  textIn,
  uidIn,
} from './body.ts';
import { command } from './command.ts';

const MOST_ROWS = 1000;
const USUAL_ROWS = 100;

export function copyRoutes(deps: AdminDeps): AdminRoute[] {
  const { engine, store, sequencer } = deps;
  const history = (query: Body) => ({
    uid: queryNumber(query, 'uid', Number.MAX_SAFE_INTEGER, null),
    limit: queryNumber(query, 'limit', MOST_ROWS, USUAL_ROWS),
  });
  return [
    get('/admin/copy', async () => {
      const { accounts, relations } = engine.state;
      const leads = [...accounts.values()].flatMap(({ copyRole }) => copyRole?.lead ?? []);
      return {
        leads: leads.sort((a, b) => a.account.id - b.account.id).map(leadRow),
        relations: [...relations.values()].map(relationRow),
      };
    }),
    get('/admin/copy/relations', async (query) => {
      const rows = await store.ask('copyRelations', history(query), sequencer.sequence);
      return { list: rows.map(pastRelationRow) };
    }),
    get('/admin/copy/skipped', async (query) => {
      const rows = await store.ask('copySkips', history(query), sequencer.sequence);
      return { list: rows.map(skippedRow) };
    }),
    post('/admin/copy/lead', async (fields) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const shareRatio = ratioIn(fields, 'shareRatio');
      const third = nullableNumberIn(fields, 'thirdParty');
      const thirdParty =
        third === null
          ? null
          : { account: await enteredAccount(deps, third), ratio: ratioIn(fields, 'thirdPartyRatio') };
      const { sequence } = await command(deps, { name: 'setLead', account, shareRatio, thirdParty });
      return { ...leadRow(engine.state.accounts.get(account)!.copyRole!.lead!), sequence };
    }),
    post('/admin/copy/follow', async (fields) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const lead = await enteredAccount(deps, uidIn(fields, 'lead'));
      const copyRatio = ratioIn(fields, 'copyRatio');
      const marginMode = marginModeOf(textIn(fields, 'marginMode', MARGIN_MODE_WORDS.cross));
      const { sequence, result } = await command(deps, { name: 'follow', account, lead, copyRatio, marginMode });
      return { relationId: result.relationId, sequence };
    }),
    post('/admin/copy/unfollow', async (fields) => {
      const relationId = uidIn(fields, 'relationId');
      const { sequence } = await command(deps, { name: 'unfollow', relationId });
      return { relationId, sequence };
    }),
    post('/admin/copy/settle', async () => {
      const { sequence } = await command(deps, { name: 'settleCopyTrading' });
      return { sequence };
    }),
  ];
}

function pastRelationRow(row: CopyRelationTable) {
  return {
    relationId: row.id,
    lead: row.lead,
    follower: row.follower,
    copyRatio: rateText(row.copy_ratio),
    marginMode: MARGIN_MODE_WORDS[row.margin_mode],
    createdMs: row.created_ms,
    endedMs: row.ended_ms === 0 ? null : row.ended_ms,
  };
}

function skippedRow(row: CopySkipTable) {
  return {
    timeMs: row.time_ms,
    relationId: row.relation_id,
    lead: row.lead,
    follower: row.follower,
    leadPositionId: row.lead_position_id,
    symbol: row.symbol,
    side: row.side,
    effect: row.effect,
    reason: row.reason,
  };
}

function leadRow({ account, shareRatioE8, thirdParty, relations }: CopyLead) {
  return {
    uid: account.id,
    shareRatio: rateText(shareRatioE8),
    thirdParty: thirdParty?.account.id ?? null,
    thirdPartyRatio: thirdParty === null ? null : rateText(thirdParty.ratioE8),
    followers: relations.length,
  };
}

function relationRow({
  id,
  lead,
  follower,
  copyRatioE8,
  marginMode,
  createdMs,
  endedMs,
  net,
  prepaid,
  open,
}: CopyRelation) {
  return {
    relationId: id,
    lead: lead.account.id,
    follower: follower.id,
    copyRatio: rateText(copyRatioE8),
    marginMode: MARGIN_MODE_WORDS[marginMode],
    net: moneyText(net),
    prepaid: moneyText(prepaid),
    openCopies: open,
    createdMs,
    endedMs: endedMs === 0 ? null : endedMs,
  };
}

function marginModeOf(word: string): MarginMode {
  const mode = (['cross', 'isolated'] as const).find((one) => MARGIN_MODE_WORDS[one] === word);
  if (mode !== undefined) return mode;
  throw new AdminRefusal(`marginMode is '${word}', needs ${Object.values(MARGIN_MODE_WORDS).join(' or ')}`);
}

function ratioIn(fields: Body, name: string): string {
  const text = textIn(fields, name);
  const ratio = canonicalDecimal(text);
  if (ratio === null) throw new AdminRefusal(`${name} is '${text}', needs a decimal such as 0.1`);
  return ratio;
}
