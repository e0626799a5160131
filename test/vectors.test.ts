/**
 * The worked scenarios of test/vectors/scenarios.json against the engine, step by step: every field of the result and
 * of every record a command changed, and nothing else changed; at the end everything there is. Then the published risk
 * figures of risk.json.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Command } from '../src/core/language/commands.ts';
import type { ContractSpec } from '../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { canonicalText } from '../src/core/num/decimal.ts';
import type { Decision, Outcome } from '../src/core/turn/outcome.ts';
import type { Part } from '../src/core/state/records.ts';
import { contractsWith, type Exchange, openExchange, run } from './scenarios/exchange.ts';
import {
  billFigures,
  type Figures,
  internalFillFigures,
  isSystem,
  orderFigures,
  partFigures,
  partName,
  planFigures,
  positionFigures,
  tradeFigures,
} from './scenarios/figures.ts';
import { Refused, toCommand, type WireCommand } from './scenarios/wire-commands.ts';

interface Step {
  readonly command: WireCommand & { readonly timeMs: number };
  readonly expect: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly contracts: Readonly<Record<string, Overrides>>;
  readonly settings: { readonly maxOrders?: number; readonly maxPlans?: number; readonly maxSeparated?: number };
  readonly steps: readonly Step[];
  readonly final: Readonly<Record<string, unknown>>;
}

interface Overrides {
  readonly markSource?: 'index' | 'median';
  /** Steps. */
  readonly minSize?: number;
  readonly maxPositionSize?: number;
  /** Funding cap. */
  readonly cap?: string;
}

const load = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8')) as T;
const { scenarios } = load<{ readonly scenarios: readonly Scenario[] }>('scenarios.json');

function overridden(symbol: string, overrides: Overrides): Partial<ContractSpec> {
  const spec = DEFAULT_CONTRACTS.find((contract) => contract.symbol === symbol);
  if (spec === undefined) throw new Error(`the vectors override ${symbol}, which is no default contract`);
  const scale = spec.step.split('.')[1]?.length ?? 0;
  const inUnits = (steps: number): string => canonicalText(steps, scale);
  return {
    ...(overrides.markSource !== undefined && { markSource: overrides.markSource }),
    ...(overrides.minSize !== undefined && { minSize: inUnits(overrides.minSize) }),
    ...(overrides.maxPositionSize !== undefined && { maxPositionSize: inUnits(overrides.maxPositionSize) }),
    ...(overrides.cap !== undefined && { fundingCap: overrides.cap }),
  };
}

function open(scenario: Scenario): Exchange {
  const contracts = Object.entries(scenario.contracts).map(
    ([symbol, overrides]) => [symbol, overridden(symbol, overrides)] as const,
  );
  const { maxOrders, maxPlans, maxSeparated } = scenario.settings;
  const settings = {
    ...(maxOrders !== undefined && { maxOpenOrders: maxOrders }),
    ...(maxPlans !== undefined && { maxPlanOrders: maxPlans }),
    ...(maxSeparated !== undefined && { maxSeparated }),
  };
  return openExchange(contractsWith(Object.fromEntries(contracts)), settings, scenario.steps[0]!.command.timeMs - 1000);
}

type Records = Map<string, Figures>;
type Snapshot = Record<'parts' | 'positions' | 'orders' | 'planOrders', Records>;

/** Parts that ever had a posting (LEDG-001), and the system accounts once there is any. */
function visibleParts(exchange: Exchange): Part[] {
  const { state } = exchange;
  const posted = new Set(exchange.bills.map((bill) => `${bill.account} ${bill.positionId}`));
  const parts = [...state.accounts.values()].map((account) => account.shared);
  for (const position of state.positions.values()) if (position.part.positionId !== 0) parts.push(position.part);
  return parts.filter((part) => posted.has(`${part.account.id} ${part.positionId}`));
}

function snapshot(exchange: Exchange): Snapshot {
  const parts: Records = new Map();
  if (exchange.bills.length > 0)
    for (let account = 1; isSystem(account); account++)
      parts.set(`${account} SHARED`, { account, part: 'SHARED', amount: '0' });
  for (const part of visibleParts(exchange))
    parts.set(`${part.account.id} ${partName(part.positionId)}`, partFigures(part));
  const positions: Records = new Map(
    [...exchange.state.positions].map(([id, position]) => [String(id), positionFigures(position)]),
  );
  const orders: Records = new Map([...exchange.orders].map(([id, order]) => [String(id), orderFigures(order)]));
  const planOrders: Records = new Map([...exchange.plans].map(([id, plan]) => [String(id), planFigures(plan)]));
  return { parts, positions, orders, planOrders };
}

const identity = (figures: Figures): string =>
  String(figures['order_id'] ?? figures['id'] ?? `${String(figures['account'])} ${String(figures['part'])}`);
const byIdentity = (list: readonly Figures[]): Record<string, Figures> =>
  Object.fromEntries(list.map((figures) => [identity(figures), figures]));

function changed(before: Records, after: Records): Figures[] {
  return [...after]
    .filter(([key, figures]) => JSON.stringify(figures) !== JSON.stringify(before.get(key)))
    .map(([, figures]) => figures);
}

const gone = (before: Records, after: Records): Figures[] =>
  [...before].filter(([key]) => !after.has(key)).map(([, figures]) => figures);

function rowResult<T>(row: Decision<T>, show: (value: T) => Figures): Figures {
  return row.ok ? { ok: true, ...show(row.result) } : { ok: false, reject: row.reject.reason };
}

type Placed = { readonly orderId: number; readonly replayed?: boolean };
const placed = (value: Placed): Figures => ({
  order_id: value.orderId,
  ...(value.replayed === true && { replayed: true }),
});

/** The outcome as the vectors write it. */
function resultOf(name: Command['name'], outcome: Outcome): unknown {
  if (!outcome.ok) return { ok: false, reject: outcome.reject.reason };
  const { result } = outcome;
  if (result === null) return { ok: true };
  if (name === 'follow') return { ok: true, relation_id: (result as { readonly relationId: number }).relationId };
  if (name === 'closePositions') {
    const rows = result as readonly { readonly positionId: number; readonly placed: Decision<Placed> }[];
    const shown = rows.map((row) =>
      row.placed.ok
        ? { ok: true, position_id: row.positionId, ...placed(row.placed.result) }
        : rowResult(row.placed, placed),
    );
    return { ok: true, rows: shown };
  }
  if (name === 'cancelAllOrders')
    return { ok: true, rows: (result as Placed[]).map((value) => ({ ok: true, ...placed(value) })) };
  if (Array.isArray(result))
    return { ok: true, rows: (result as Decision<Placed>[]).map((row) => rowResult(row, placed)) };
  return { ok: true, ...placed(result as Placed) };
}

/** What a step's command did, in the form of the vectors: empty lists are left out. */
function perform(exchange: Exchange, wire: Step['command']): Record<string, unknown> {
  let command: Command;
  try {
    command = toCommand(wire);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { result: { ok: false, reject: error.code, parameter: error.parameter } };
  }
  const before = snapshot(exchange);
  const outcome = run(exchange, command, wire.timeMs);
  const after = snapshot(exchange);
  const fills = exchange.fills.slice(exchange.fillsBefore);
  const lists: Record<string, unknown> = {
    parts: byIdentity(changed(before.parts, after.parts)),
    partsGone: gone(before.parts, after.parts).map(({ account, part }) => ({ account, part })),
    positions: byIdentity(changed(before.positions, after.positions)),
    positionsGone: gone(before.positions, after.positions).map(({ id }) => id),
    orders: byIdentity(changed(before.orders, after.orders)),
    planOrders: byIdentity(changed(before.planOrders, after.planOrders)),
    bills: exchange.bills.slice(exchange.billsBefore).map(billFigures),
    trades: fills.filter((fill) => fill.price > 0).map(tradeFigures),
    internalFills: fills.filter((fill) => fill.price === 0).map(internalFillFigures),
  };
  const filled = Object.entries(lists).filter(([, list]) => Object.keys(list as object).length > 0);
  return { result: resultOf(command.name, outcome), ...Object.fromEntries(filled) };
}

const RECORDS = new Set(['parts', 'positions', 'orders', 'planOrders', 'workingOrders', 'untriggeredPlanOrders']);

/** The lists of records by identity: their order means nothing. */
function unordered(lists: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [key, RECORDS.has(key) ? byIdentity(list as Figures[]) : list]),
  );
}

function everything(exchange: Exchange): Record<string, unknown> {
  const { parts, positions } = snapshot(exchange);
  const working = [...exchange.state.accounts.values()].flatMap((account) => account.orders.values());
  const untriggered = [...exchange.state.plans.values()].filter((plan) => plan.status === 'untriggered');
  return {
    parts: Object.fromEntries(parts),
    positions: Object.fromEntries(positions),
    workingOrders: byIdentity(working.map(orderFigures)),
    untriggeredPlanOrders: byIdentity(untriggered.map(planFigures)),
  };
}

describe('worked scenarios', () => {
  it('are all there', () => {
    expect(scenarios.map(({ id }) => id)).toEqual(Array.from({ length: 26 }, (_, index) => `S${index + 1}`));
  });

  for (const scenario of scenarios) {
    it(`${scenario.id} ${scenario.title}`, () => {
      const exchange = open(scenario);
      for (const [at, step] of scenario.steps.entries()) {
        const label = `step ${at + 1} ${step.command.name}${step.note === undefined ? '' : `: ${step.note}`}`;
        expect({ label, ...perform(exchange, step.command) }).toEqual({ label, ...unordered(step.expect) });
      }
      expect(everything(exchange)).toEqual(unordered(scenario.final));
    });
  }
});
