/**
 * The places in callers' traces that orders, plan orders and AI logs came from. A projection of commands with a
 * `traceparent`; what a traced order sets off (its presets, the order a plan fires, fills) has the trace of its origin.
 * The oldest are forgotten first. It decides nothing, and is in no state and no hash.
 */
import type { Command } from '../core/language/commands.ts';
import type { Event } from '../core/turn/events.ts';
import { textFromJson, wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

/** Of each kind; some fifteen megabytes. */
const MOST_KEPT = 50_000;

export interface Traces extends FromHistory {
  /** Of an order or a plan order by its id; null: it had none, or it is forgotten. */
  ofOrder(id: number): string | null;
  /** Of an AI log by its index. */
  ofLog(index: number): string | null;
}

export function createTraces(mostKept = MOST_KEPT): Traces {
  const orders = new Map<number, string>();
  const logs = new Map<number, string>();
  /** Ids ascend, so one above it is new. */
  let newest = 0;

  function keep(kept: Map<number, string>, id: number, trace: string | undefined): void {
    if (trace === undefined) return;
    kept.set(id, trace);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  }

  /** The account, the origin and the id of an order that an event tells of. */
  function see(command: Command, event: Event, highest: number): number {
    if (event.name === 'aiLogStored' && 'traceparent' in command) keep(logs, event.index, command.traceparent);
    if (event.name !== 'orderChanged' && event.name !== 'planOrderChanged') return highest;
    const record = event.name === 'orderChanged' ? event.order : event.plan;
    const { id, account } = record;
    if (id <= newest || orders.has(id)) return Math.max(highest, id);
    const isCallers = 'traceparent' in command && 'account' in command && command.account === account.id;
    const parent = record.record === 'plan' ? record.parentId : 0;
    keep(orders, id, orders.get(parent) ?? (isCallers ? command.traceparent : undefined));
    return Math.max(highest, id);
  }

  return {
    name: 'traces',
    needsReplay: true,
    version: 1,
    *save() {
      yield ['newest', newest, ''];
      for (const [id, trace] of orders) yield ['order', id, trace];
      for (const [index, trace] of logs) yield ['log', index, trace];
    },
    restore(rows) {
      orders.clear();
      logs.clear();
      newest = 0;
      for (const [kind, id, trace] of rows) {
        if (kind === 'newest') newest = wholeFromJson(id);
        else (kind === 'order' ? orders : logs).set(wholeFromJson(id), textFromJson(trace));
      }
    },
    apply({ command }, { events }) {
      let highest = newest;
      for (const event of events) highest = see(command, event, highest);
      newest = highest;
    },
    ofOrder: (id) => orders.get(id) ?? null,
    ofLog: (index) => logs.get(index) ?? null,
  };
}
