/**
 * Finds which logs and orders of a team belong together as each arrives, and which log decides (docs/ai-log.md 10;
 * docs/evidence.md, Grades).
 *
 * A link depends only on its two ends and is found when the later one arrives. Orders arrive by index, so the first
 * ones a log may claim are the first to come.
 */
import { parseAiClientOid } from '../text/client-oid.ts';
import { decidesBefore, type LinkKind, mayLink } from './grade.ts';
import { digestOf } from './log-facts.ts';
import type { Terms } from './terms.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';

/** Adds an order that was just placed. */
export function addOrder(team: Team, order: TeamOrder, rules: Terms): void {
  team.orders.push(order);
  for (const [how, name] of namesOfOrder(order)) {
    append(team.ordersBy[how], name, order);
    for (const log of all(team.logsBy[how].get(name)))
      if (claim(log, order, how, rules)) decide(order, log, how, rules);
  }
}

/** Adds a log that was just received. */
export function addLog(team: Team, log: TeamLog, rules: Terms): void {
  team.logs.push(log);
  const names = namesOfLog(log);
  const found = names.flatMap(([how, name]) => {
    append(team.logsBy[how], name, log);
    return all(team.ordersBy[how].get(name)).map((order) => ({ order, how }));
  });
  for (const { order, how } of found.sort((a, b) => a.order.index - b.order.index))
    if (claim(log, order, how, rules)) decide(order, log, how, rules);
}

type Name = readonly [how: LinkKind, name: string];

function namesOfOrder({ header }: TeamOrder): readonly Name[] {
  const bound = parseAiClientOid(header.clientOid);
  const names: Name[] = [
    ['orderId', header.orderId],
    ['named', header.clientOid],
  ];
  return bound === null ? names : [...names, ['hash', bound.digest]];
}

function namesOfLog({ facts, orderId }: TeamLog): readonly Name[] {
  const names: Name[] = facts === null ? [] : [['hash', digestOf(facts)]];
  for (const clientOid of facts?.clientOids ?? []) names.push(['named', clientOid]);
  return orderId === null ? names : [...names, ['orderId', orderId]];
}

/** Whether the log is linked to the order; by hash or name it has room for only so many. */
function claim(log: TeamLog, order: TeamOrder, how: LinkKind, rules: Terms): boolean {
  if (log.index <= order.after) return false;
  if (!mayLink(placeOf(order), { logIndex: log.index, receivedAt: log.t }, rules)) return false;
  if (how === 'orderId' || log.claimed.includes(order)) return true;
  if (log.claimed.length >= rules.childOrders) return false;
  log.claimed.push(order);
  return true;
}

function decide(order: TeamOrder, log: TeamLog, how: LinkKind, { readableDecides }: Terms): void {
  const isUndecided = readableDecides && log.facts?.decisions.length === 0;
  const link = { how, logIndex: log.index, receivedAt: log.t, isUndecided, log };
  if (decidesBefore(placeOf(order), link, order.deciding)) order.deciding = link;
}

/** The place of an order in the sequence. */
export function placeOf({ index, t }: TeamOrder): { readonly leafIndex: number; readonly placedAt: number } {
  return { leafIndex: index, placedAt: t };
}

function append<One extends object>(map: Map<string, One | One[]>, name: string, one: One): void {
  const found = map.get(name);
  if (found === undefined) map.set(name, one);
  else if (Array.isArray(found)) found.push(one);
  else map.set(name, [found, one]);
}

function all<One extends object>(found: One | One[] | undefined): readonly One[] {
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found];
}
