/**
 * setLead, follow, unfollow (COPY-001): who leads on which terms, who follows whom, and the end of it. Operator
 * commands.
 *
 * A lead's terms hold from now on for all its followers, what was deducted already included (COPY-006 reads them at
 * settlement). One account follows another at most once at a time; an ended relation keeps its open copies until they
 * are closed.
 */
import type { Follow, SetLead, Unfollow } from '../language/commands.ts';
import { checkUnbound } from '../permission/permission.ts';
import { FIRST_USER } from '../language/accounts.ts';
import { scaledInteger } from '../num/decimal.ts';
import { invariant } from '../num/invariant.ts';
import type { RateE8 } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Decision, Following } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Reject } from '../language/rejects.ts';
import { accountOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, giveId, noteRelation } from '../turn/turn.ts';
import type { CopyLead, CopyRelation } from '../state/records.ts';
import { roleOf } from './relation.ts';

/** The largest share of a follower's profit a lead may ask (section 21). */
const MAX_SHARE: RateE8 = 30_000_000;
/** A copy of more than ten times the lead's size is a slip of the pen. */
const MAX_COPY_RATIO: RateE8 = 10 * E8;

function invalid(found: string, need: string): { readonly ok: false; readonly reject: Reject } {
  return refuse({ reason: 'COPY_INVALID', found, need });
}

/** A ratio in 1e-8 from `least` to `most`, or null. */
function ratioOf(text: string, least: RateE8, most: RateE8): RateE8 | null {
  const ratio = scaledInteger(text, 8);
  return typeof ratio === 'number' && ratio >= least && ratio <= most ? ratio : null;
}

export function setLead(turn: Turn, command: SetLead): Decision<null> {
  const { state } = turn;
  const { account: id, shareRatio, thirdParty } = command;
  const bound = checkUnbound(state.accounts.get(id), 'leading');
  if (bound !== null) return refuse(bound);
  if (id < FIRST_USER) return invalid(`account ${id}`, 'an account of a user');
  const shareRatioE8 = ratioOf(shareRatio, 0, MAX_SHARE);
  if (shareRatioE8 === null) return invalid(`share ratio ${shareRatio}`, 'a ratio from 0 to 0.3');
  if (thirdParty !== null && (thirdParty.account < FIRST_USER || thirdParty.account === id))
    return invalid(`third party ${thirdParty.account}`, 'an account of another user');
  const thirdRatioE8 = thirdParty === null ? 0 : ratioOf(thirdParty.ratio, 0, E8);
  if (thirdRatioE8 === null) return invalid(`third party's ratio ${thirdParty?.ratio}`, 'a ratio from 0 to 1');

  // From here on it must succeed.
  const account = accountOf(state, id);
  const role = roleOf(account);
  const lead: CopyLead = role.lead ?? { account, shareRatioE8, thirdParty: null, relations: [], copies: new Map() };
  role.lead = lead;
  lead.shareRatioE8 = shareRatioE8;
  lead.thirdParty =
    thirdParty === null ? null : { account: accountOf(state, thirdParty.account), ratioE8: thirdRatioE8 };
  announce(turn, { name: 'copyLeadChanged', lead });
  return accept(null);
}

export function follow(turn: Turn, command: Follow): Decision<Following> {
  const { state } = turn;
  const { account: id, copyRatio, marginMode } = command;
  const bound = checkUnbound(state.accounts.get(id), 'following');
  if (bound !== null) return refuse(bound);
  if (id < FIRST_USER) return invalid(`account ${id}`, 'an account of a user');
  if (id === command.lead) return invalid(`account ${id} following itself`, 'another account as lead');
  const lead = state.accounts.get(command.lead)?.copyRole?.lead ?? null;
  if (lead === null) return invalid(`lead ${command.lead}`, 'an account that leads; make it one first');
  const copyRatioE8 = ratioOf(copyRatio, 1, MAX_COPY_RATIO);
  if (copyRatioE8 === null)
    return invalid(`copy ratio ${copyRatio}`, 'a ratio above 0, at most 10, with at most 8 decimals');
  const known = lead.relations.find((one) => one.follower.id === id);
  if (known !== undefined)
    return invalid(`account ${id} following ${command.lead} twice`, `an end of relation ${known.id} first`);

  // From here on it must succeed.
  const follower = accountOf(state, id);
  roleOf(follower);
  const relation: CopyRelation = {
    id: giveId(turn),
    lead,
    follower,
    copyRatioE8,
    marginMode,
    createdMs: turn.timeMs,
    endedMs: 0,
    net: 0,
    prepaid: 0,
    open: 0,
    touched: 0,
  };
  const last = lead.relations.at(-1);
  invariant(
    last === undefined || last.id < relation.id,
    'COPY-002: followers are copied in their order',
    relation,
    last,
  );
  lead.relations.push(relation);
  state.relations.set(relation.id, relation);
  noteRelation(turn, relation);
  return accept({ relationId: relation.id });
}

export function unfollow(turn: Turn, { relationId }: Unfollow): Decision<null> {
  const relation = turn.state.relations.get(relationId);
  if (relation === undefined || relation.endedMs !== 0) return invalid(`relation ${relationId}`, 'one that copies now');

  // From here on it must succeed.
  relation.endedMs = turn.timeMs;
  const { relations } = relation.lead;
  const at = relations.indexOf(relation);
  invariant(at >= 0, 'COPY-001: a lead lists who follows it', relation, relation.lead.account);
  relations.splice(at, 1);
  noteRelation(turn, relation);
  return accept(null);
}
