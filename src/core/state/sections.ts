/**
 * The sections of the state in the order in which they are written, each after those it refers to: where the records of
 * a section are found, and where one that was read goes.
 *
 * With the field table this is all there is to writing the state and reading it back; no rule is here. Containers are
 * walked in their own order, and filled in the same one. Fields for speed alone are made again at the end.
 */
import { FIRST_CORE_VERSION } from '../language/core-version.ts';
import { BUY, firstOrder, NONE, nextOrder, SELL } from '../matching/book.ts';
import { watch } from '../matching/trigger-book.ts';
import { enlistContest, enlistTeam } from './contest-lists.ts';
import { enlistCopy } from './copy-lists.ts';
import { ENDED_FIELDS, faultOf, readRows, writeRows } from './ended-form.ts';
import type { EndedRow } from './order-rows.ts';
import { counts, record, type Table } from './fields.ts';
import type { Json, Reference } from './kinds.ts';
import { text, whole } from './kinds.ts';
import { enlistLimits } from './limit-lists.ts';
import { enlistPosition } from './position-lists.ts';
import type { Account, CopyBinding, Holding, Instrument, Order, Part, PlanOrder } from './records.ts';
import * as refs from './references.ts';
import { putOnBook } from './resting.ts';
import type { Remembered, State } from './state.ts';
import * as contestTable from './contest-table.ts';
import * as table from './table.ts';
import { isShared } from './parts.ts';

export interface Section {
  readonly name: string;
  /** Came later than the others: without records it is not written, and a state without it is of the same format. */
  readonly isOptional?: boolean;
  /** The names of its values, in their order: the format. */
  readonly fields: readonly string[];
  readonly lines: (state: State) => Iterable<readonly Json[]>;
  readonly read: (values: readonly Json[], state: State) => void;
  /** Each record's first departure from the table, in words, or null. */
  readonly faults: (state: State) => Iterable<string | null>;
}

type All<R> = (state: State) => Iterable<R>;

/** One line a record. */
function records<R>(
  name: string,
  fields: Table<R>,
  all: All<R>,
  keep: (one: R, state: State) => void = () => undefined,
): Section {
  return {
    name,
    fields: fields.fields,
    *lines(state) {
      for (const one of all(state)) yield fields.write(one, state);
    },
    read: (values, state) => keep(fields.read(values, state), state),
    *faults(state) {
      for (const one of all(state)) {
        const field = fields.fault(one, state);
        yield field === null ? null : `${field} of ${name} ${JSON.stringify(fields.write(one, state))}`;
      }
    },
  };
}

/** One line for each record that has links, under its own name. */
function links<R>(name: string, fields: Table<R>, named: Reference<R>, all: All<R>): Section {
  return {
    name,
    fields: fields.links,
    *lines(state) {
      for (const one of all(state)) {
        const values = fields.writeLinks(one, state);
        if (values !== null) yield [named.write(one, state), ...values];
      }
    },
    read: ([id = null, ...values], state) => fields.readLinks(named.read(id, state), values, state),
    faults: () => [],
  };
}

/** An order resting on a book, an account that has a position in a contract, and the like. */
const RESTING = record<{ order: Order }>({ order: counts(refs.order) });
const HOLDER = record<{ instrument: Instrument; account: Account }>({
  instrument: counts(refs.instrument),
  account: counts(refs.account),
});
const BODY = record<{ key: string; remembered: Remembered }>({
  key: counts(text),
  remembered: counts(table.remembered),
});

/** Of the rules in force, once that is not the first: before, a state is written as it always was. */
const CORE = record<Pick<State, 'coreVersion'>>({ coreVersion: counts(whole) });

function* holdings(state: State): Generator<Holding> {
  for (const account of state.accounts.values())
    for (const holding of account.holdings) if (holding !== undefined) yield holding;
}

export function* parts(state: State): Generator<Part> {
  for (const account of state.accounts.values()) yield account.shared;
  for (const position of state.positions.values()) if (!isShared(position.part)) yield position.part;
}

/** Those that work, and those of fired plan orders, which answer to no id themselves. */
function* orders(state: State): Generator<Order> {
  yield* state.orders.allWorking();
  for (const plan of state.plans.values()) if (plan.order !== null) yield plan.order;
}

function keepOrder(order: Order, state: State): void {
  if (order.plan !== null) {
    order.plan.order = order;
    return;
  }
  state.orders.add(order);
}

function keepPlan(plan: PlanOrder, state: State): void {
  state.plans.set(plan.id, plan);
  state.orders.add(plan);
  if (plan.status !== 'untriggered') return;
  plan.account.plans.add(plan);
  if (plan.parentId === 0) plan.account.ownPlans++;
  watch(plan.instrument.triggers, plan);
}

/** Both sides of every book in price-time order. */
function* resting(state: State): Generator<{ order: Order }> {
  for (const { book, resting } of state.instruments)
    for (const side of [BUY, SELL] as const)
      for (let slot = firstOrder(book, side); slot !== NONE; slot = nextOrder(book, slot))
        yield { order: resting[slot]! };
}

function* holders(state: State): Generator<{ instrument: Instrument; account: Account }> {
  for (const instrument of state.instruments)
    for (const { account } of instrument.holders.values()) yield { instrument, account };
}

/** Positions have entered their accounts already; here they are put into their order. */
function keepHolder({ instrument, account }: { instrument: Instrument; account: Account }): void {
  const holding = account.holdings[instrument.index]!;
  instrument.holders.delete(account.id);
  instrument.holders.set(account.id, holding);
}

/** Ended orders, this many to a line. They are counted from the first that is kept, in whatever way they are kept. */
const ROWS_PER_LINE = 256;

function* endedLines({ orders }: State): Generator<readonly Json[]> {
  let rows: EndedRow[] = [];
  for (const row of orders.rows()) {
    if (rows.push(row) < ROWS_PER_LINE) continue;
    yield writeRows(rows);
    rows = [];
  }
  if (rows.length > 0) yield writeRows(rows);
}

function* endedFaults(state: State): Generator<string | null> {
  const { accounts, instruments, timeMs, nextId, ailog } = state;
  let earlierMs = 0;
  for (const row of state.orders.rows()) {
    const isThere = accounts.has(row.account) && row.instrument < instruments.length && row.leafIndex < ailog.nextIndex;
    const isInTime = earlierMs <= row.endedMs && row.endedMs <= timeMs && row.id < nextId;
    earlierMs = row.endedMs;
    const isFound = state.orders.isFound(row);
    const fault = faultOf(row) ?? (isThere ? (isInTime ? (isFound ? null : 'place') : 'time') : 'what it names');
    yield fault === null ? null : `${fault} of ended ${JSON.stringify(row)}`;
  }
}

const ENDED: Section = {
  name: 'ended',
  fields: ENDED_FIELDS,
  lines: endedLines,
  read(values, { orders }) {
    for (const row of readRows(values, ROWS_PER_LINE)) orders.take(row);
  },
  faults: endedFaults,
};

function* bindings(state: State): Generator<CopyBinding> {
  for (const { copyRole } of state.accounts.values())
    for (const copies of copyRole?.lead?.copies.values() ?? []) yield* copies;
}

function bodies(name: string, of: (state: State) => Map<string, Remembered>): Section {
  return records(
    name,
    BODY,
    (state) => [...of(state)].map(([key, remembered]) => ({ key, remembered })),
    ({ key, remembered }, state) => void of(state).set(key, remembered),
  );
}

export const SECTIONS: readonly Section[] = [
  records('state', table.STATE, (state) => [state]),
  records(
    'ailog',
    table.AI_LOG,
    ({ ailog }) => [ailog],
    ({ saltKey }, state) => {
      if (saltKey !== null) state.orders.seed(saltKey);
    },
  ),
  bodies('body', ({ ailog }) => ailog.bodies),
  bodies('key', ({ ailog }) => ailog.idempotencyKeys),
  records('contract', table.INSTRUMENT, ({ instruments }) => instruments),
  records('account', table.ACCOUNT, ({ accounts }) => accounts.values()),
  links('account links', table.ACCOUNT, refs.account, ({ accounts }) => accounts.values()),
  records('holding', table.HOLDING, holdings),
  records(
    'position',
    table.POSITION,
    ({ positions }) => positions.values(),
    (one, state) => enlistPosition(state, one),
  ),
  records('part', table.PART, parts),
  records('holder', HOLDER, holders, keepHolder),
  records('plan', table.PLAN, ({ plans }) => plans.values(), keepPlan),
  links('plan links', table.PLAN, refs.plan, ({ plans }) => plans.values()),
  records('order', table.ORDER, orders, keepOrder),
  ENDED,
  records('resting', RESTING, resting, ({ order }) =>
    putOnBook(order, order.account.holdings[order.instrument.index]!),
  ),
  links('position links', table.POSITION, refs.position, ({ positions }) => positions.values()),
  records(
    'relation',
    table.RELATION,
    ({ relations }) => relations.values(),
    (one, state) => {
      state.relations.set(one.id, one);
      if (one.endedMs === 0) one.lead.relations.push(one);
    },
  ),
  records('binding', table.BINDING, bindings, enlistCopy),
  records('contests', contestTable.CONTESTS, ({ contest }) => [contest]),
  records('contest', contestTable.CONTEST, ({ contest }) => contest.contests.values(), enlistContest),
  records(
    'team',
    contestTable.TEAM,
    ({ contest }) => [...contest.contests.values()].flatMap(({ teams }) => teams),
    enlistTeam,
  ),
  records(
    'case',
    contestTable.CASE,
    ({ contest }) => [...contest.contests.values()].flatMap(({ cases }) => cases),
    (one) => void one.contest.cases.push(one),
  ),
  {
    ...records(
      'key limits',
      table.KEY_LIMITS,
      ({ keyLimits }) => keyLimits.values(),
      (one, state) => enlistLimits(state, one),
    ),
    isOptional: true,
  },
  {
    ...records(
      'core',
      CORE,
      ({ coreVersion }) => (coreVersion === FIRST_CORE_VERSION ? [] : [{ coreVersion }]),
      ({ coreVersion }, state) => void (state.coreVersion = coreVersion),
    ),
    isOptional: true,
  },
];
