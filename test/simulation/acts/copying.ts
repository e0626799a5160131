/**
 * Moves of copy trading: the operator makes leads, relations and settlements. An account follows one lead at a time, so
 * that the auditor knows which.
 */
import { submit } from '../exchange.ts';
import { pick } from './orders.ts';
import type { Act } from './trading.ts';

/** Some of the accounts lead, whoever they are. */
const LEAD_EVERY = 11;

export const lead: Act = async (exchange, move) => {
  const { persons, auditor } = exchange;
  const leads = persons.filter((_, place) => place % LEAD_EVERY === 1);
  const account = pick(leads, move.who)?.uid ?? 0;
  const other = pick(persons, move.who + 3 + (move.b % 20))?.uid ?? 0;
  const shareRatio = String((move.a % 31) / 100);
  const ratio = String((move.c % 101) / 100);
  const thirdParty = move.d % 3 === 0 && other !== account ? { account: other, ratio } : null;
  const made = await submit(exchange, { name: 'setLead', account, shareRatio, thirdParty });
  if (made !== null) auditor.seeLead(account, shareRatio, thirdParty === null ? null : { uid: other, ratio });
};

export const follow: Act = async (exchange, move, person) => {
  const { auditor } = exchange;
  const known = [...auditor.model.leads.keys()].toSorted((a, b) => a - b);
  const chosen = pick(known, move.a);
  const follows = auditor.model.relations.some(({ follower, ended }) => follower === person.uid && !ended);
  if (chosen === undefined || follows) return;
  const copyRatio = pick(['0.05', '0.25', '0.5', '1', '2'], move.b) ?? '1';
  const marginMode = person.marginMode === '3' ? 'isolated' : 'cross';
  const made = await submit(exchange, { name: 'follow', account: person.uid, lead: chosen, copyRatio, marginMode });
  if (made !== null) auditor.seeFollow(made.result.relationId, person.uid, chosen);
};

export const unfollow: Act = async (exchange, move) => {
  const active = exchange.auditor.model.relations.filter(({ ended }) => !ended);
  const relationId = pick(active, move.a)?.id;
  if (relationId === undefined) return;
  if ((await submit(exchange, { name: 'unfollow', relationId })) !== null) exchange.auditor.seeUnfollow(relationId);
};

export const settleCopies: Act = async (exchange) => {
  if ((await submit(exchange, { name: 'settleCopyTrading' })) !== null) exchange.auditor.seeSettlement();
};
