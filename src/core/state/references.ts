/**
 * How records are named where others refer to them, and how a name leads back to the record (`table.ts`).
 *
 * Most references always lead to a record that the state holds. A few may lead to one that is forgotten: they are
 * written as none, and each says why that means the same.
 */
import type { Id } from '../num/units.ts';
import { type Kind, list, reference, whileHeld } from './kinds.ts';
import type {
  Account,
  Contest,
  CopyLead,
  CopyRelation,
  Instrument,
  Order,
  PlanOrder,
  Position,
  PresetPair,
  Team,
} from './records.ts';

export const account = reference<Account>(
  'an account',
  ({ id }) => id,
  (id, { accounts }) => accounts.get(id as number),
);
export const instrument = reference<Instrument>(
  'a contract',
  ({ index }) => index,
  (index, { instruments }) => instruments[index as number],
);
export const position = reference<Position>(
  'an open position',
  ({ id }) => id,
  (id, { positions }) => positions.get(id as Id),
);
export const plan = reference<PlanOrder>(
  'a plan order',
  ({ id }) => id,
  (id, { plans }) => plans.get(id as Id),
);
/** The order of a fired plan order has its id, and is found by it. */
export const order = reference<Order>(
  'an order',
  ({ id }) => id,
  (id, { plans, orders }) => plans.get(id as Id)?.order ?? orders.working(id as Id),
);
export const lead = reference<CopyLead>(
  'a lead',
  (one) => one.account.id,
  (id, { accounts }) => accounts.get(id as number)?.copyRole?.lead ?? undefined,
);
export const relation = reference<CopyRelation>(
  'a copy relation',
  ({ id }) => id,
  (id, { relations }) => relations.get(id as Id),
);

export const contest = reference<Contest>(
  'a contest',
  ({ id }) => id,
  (id, state) => state.contest.contests.get(id as string),
);
/** By its contest's name and its own. */
export const team = reference<Team>(
  'a team',
  (one) => [one.contest.id, one.id],
  (name, state) => {
    const [id, own] = name as readonly [string, string];
    return state.contest.contests.get(id)?.teams.find((one) => one.id === own);
  },
);

/** A plan order may be forgotten before the other of its pair: it has ended by then, and is no longer lowered. */
export const planWhileHeld = whileHeld(plan);

/** A position that has ended takes no more orders, and none looks for it. */
export const positionWhileHeld = whileHeld(position);

/** A pair of which one is forgotten is no better than none: the next fill makes another (PLAN-009). */
export const pair: Kind<PresetPair | null> = {
  write: (value, state) => {
    if (value === null) return null;
    const ids = [value.takeProfit, value.stopLoss].map((one) => planWhileHeld.write(one, state));
    const isGone = (ids[0] === null) !== (value.takeProfit === null) || (ids[1] === null) !== (value.stopLoss === null);
    return isGone ? null : ids;
  },
  read: (json, state) => {
    if (json === null) return null;
    const [takeProfit = null, stopLoss = null] = list(planWhileHeld).read(json, state);
    return { takeProfit, stopLoss };
  },
  holds: () => true,
};
