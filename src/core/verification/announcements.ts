/**
 * Decisions that were announced so that any act would have one (V17; docs/evidence.md, Announcements): client order ids
 * that no order ever had, and orders for which there was the opposite decision as well.
 *
 * An order picked its decision when the opposite was logged for the same contract after that, more than a minute before
 * the order; or within a minute of it, to decide nothing. An agent acts on its latest decision, and on each.
 */
import { isBuy, isSell } from '../log/decision.ts';
import { coinsOf, meantIn } from './content.ts';
import type { Dossier, GradedOrder } from './dossier.ts';
import { type Everything, type Found, isAboveShare, sharePpm } from './finding.ts';
import type { Verification } from './verification.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';
import type { Terms } from './terms.ts';

/** Ids beyond those used that are no announcement: an order may be tried again under another. */
const SPARE_NAMES = 3;

export function announcements(dossier: Dossier, { state }: Everything): Found | null {
  const { rules } = state;
  const { counted, team } = dossier;
  const idle = idleNames(team, counted, state);
  const picked = pickedOrders(dossier, state);
  const isPicking = picked.length >= rules.pickedMin && isAboveShare(picked.length, counted.length, rules.pickedPpm);
  const isIdle = idle.unused >= rules.announcedMin && isAboveShare(idle.unused, idle.announced, rules.announcedPpm);
  if (!isPicking && !isIdle) return null;
  const orders = new Set([...(isPicking ? picked : []), ...(isIdle ? idle.orders : [])]);
  const logs = isIdle ? idle.logs : [];
  return {
    severity: 'M',
    count: orders.size + logs.length,
    evidence: [...[...orders].map(({ order }) => order.index), ...logs.map(({ index }) => index)],
    value: sharePpm(orders.size, counted.length),
    limit: rules.pickedPpm,
    touched: orders.size,
  };
}

/** Logs that named far more client order ids than were used, and the orders that they decide about. */
function idleNames(team: Team, counted: readonly GradedOrder[], { contest, rules }: Verification) {
  let announced = 0;
  let unused = 0;
  const logs = new Set<TeamLog>();
  for (const log of team.logs) {
    const names = log.facts?.clientOids ?? [];
    if (names.length === 0 || log.t < contest.startMs - rules.preMs) continue;
    announced += names.length;
    const idle = names.filter((name) => !team.ordersBy.named.has(name)).length;
    if (idle <= SPARE_NAMES || 2 * idle <= names.length) continue;
    unused += idle;
    logs.add(log);
  }
  const isOf = ({ order, follows }: GradedOrder): boolean =>
    follows === null && order.deciding !== null && logs.has(order.deciding.log);
  const orders = counted.filter(isOf);
  return { announced, unused, orders, logs: [...logs] };
}

/** Counted orders whose log was one of several that contradict each other. */
function pickedOrders({ team, counted }: Dossier, state: Verification): readonly GradedOrder[] {
  const used = new Set(team.orders.flatMap(({ deciding }) => (deciding === null ? [] : [deciding.log])));
  const sidesBy = new Map<string, Sides>();
  return counted.filter(({ order, follows }) => {
    const log = order.deciding?.log;
    if (log === undefined || follows !== null || log.index > order.index) return false;
    const { symbol } = order.header;
    const sides = sidesBy.get(symbol) ?? sidesOf(team, symbol, state, used);
    sidesBy.set(symbol, sides);
    const side = sides.of.get(log);
    if (side === undefined) return false;
    const opposite = sides[side === 'buy' ? 'sell' : 'buy'];
    return (
      isSuperseded(log, order, opposite.all, state.rules) || hasAlternative(log, order, opposite.idle, state.rules)
    );
  });
}

interface Side {
  /** By leaf index, so by time too. */
  readonly all: TeamLog[];
  /** Those that decide no order. */
  readonly idle: TeamLog[];
}

interface Sides {
  readonly of: Map<TeamLog, 'buy' | 'sell'>;
  readonly buy: Side;
  readonly sell: Side;
}

/** A team's logs that buy a contract, and those that sell it. */
function sidesOf(team: Team, symbol: string, { contest }: Verification, used: ReadonlySet<TeamLog>): Sides {
  const sides: Sides = { of: new Map(), buy: { all: [], idle: [] }, sell: { all: [], idle: [] } };
  const meant = meantIn(coinsOf(symbol, contest.coin));
  for (const log of team.logs) {
    const decisions = meant(log.facts?.decisions ?? []);
    const buys = decisions.some(({ action }) => isBuy(action));
    const sells = decisions.some(({ action }) => isSell(action));
    if (buys === sells) continue;
    const side = buys ? 'buy' : 'sell';
    sides.of.set(log, side);
    sides[side].all.push(log);
    if (!used.has(log)) sides[side].idle.push(log);
  }
  return sides;
}

/** Whether the opposite was decided after the log, and the order still came by it, more than a minute later. */
function isSuperseded(log: TeamLog, order: TeamOrder, opposite: readonly TeamLog[], { timelyMs }: Terms): boolean {
  const next = opposite[firstPlace(opposite, (one) => one.index > log.index)];
  return order.t - log.t > timelyMs && next !== undefined && next.index < order.index;
}

/** Whether the opposite was decided within a minute of the log, and never carried out. */
function hasAlternative(log: TeamLog, order: TeamOrder, idle: readonly TeamLog[], { timelyMs }: Terms): boolean {
  const near = idle[firstPlace(idle, (one) => one.t >= log.t - timelyMs)];
  return near !== undefined && near.t <= log.t + timelyMs && near.index < order.index;
}

/** The first place from which on it holds, in a list where it holds from some place on. */
function firstPlace(logs: readonly TeamLog[], holds: (log: TeamLog) => boolean): number {
  let low = 0;
  let high = logs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(logs[middle] as TeamLog)) high = middle;
    else low = middle + 1;
  }
  return low;
}
