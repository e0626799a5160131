/**
 * The figures of a working order that the private socket shows and its record doesn't hold: the prices of its fills,
 * the liquidation fees, and whether a page sent it. Made of history, for orders of users alone: no one listens to
 * others. Kept until the order ends.
 */
import { isUserAccount } from '../../../core/language/accounts.ts';
import type { Sequenced } from '../../../core/language/commands.ts';
import { add } from '../../../core/num/mul-div.ts';
import { type Json, moneyFromJson, moneyToJson, wholeFromJson } from '../../../core/state/kinds.ts';
import type { Id } from '../../../core/num/units.ts';
import { isFinal } from '../../../core/state/order.ts';
import type { FillMade } from '../../../core/turn/events.ts';
import type { Decision, Outcome } from '../../../core/turn/outcome.ts';
import type { OrderTrace } from '../../shapes/pushed-order.ts';

export interface OrderTraces {
  readonly size: number;
  find(id: Id): OrderTrace | undefined;
  save(): Iterable<readonly Json[]>;
  /** One trace more, as `save` wrote it. */
  restore(row: readonly Json[]): void;
  clear(): void;
  /** Notes who sent the orders of a command. */
  noteSource(sequenced: Sequenced, outcome: Outcome): void;
  noteFill(fill: FillMade): void;
  /** To be called once the command was published: lets orders go that it ended. */
  forget(outcome: Outcome): void;
}

export function createOrderTraces(): OrderTraces {
  const traces = new Map<Id, OrderTrace>();

  function traceOf(id: Id): OrderTrace {
    let trace = traces.get(id);
    if (trace === undefined)
      traces.set(id, (trace = { latest: 0, highest: 0, lowest: 0, liquidateFee: 0, isWeb: false }));
    return trace;
  }

  function noteSide({ price }: FillMade, { order, liquidateFee }: FillMade['taker']): void {
    if (!isUserAccount(order.account.id)) return;
    const trace = traceOf(order.id);
    trace.liquidateFee = add(trace.liquidateFee, liquidateFee);
    if (price === 0) return;
    trace.latest = price;
    trace.highest = Math.max(trace.highest, price);
    trace.lowest = trace.lowest === 0 ? price : Math.min(trace.lowest, price);
  }

  return {
    get size() {
      return traces.size;
    },
    find: (id) => traces.get(id),
    *save() {
      for (const [id, { latest, highest, lowest, liquidateFee, isWeb }] of traces)
        yield [id, latest, highest, lowest, moneyToJson(liquidateFee), isWeb];
    },
    restore([id, latest, highest, lowest, liquidateFee, isWeb]) {
      traces.set(wholeFromJson(id), {
        latest: wholeFromJson(latest),
        highest: wholeFromJson(highest),
        lowest: wholeFromJson(lowest),
        liquidateFee: moneyFromJson(liquidateFee),
        isWeb: isWeb === true,
      });
    },
    clear: () => traces.clear(),
    noteSource({ command }, outcome) {
      if (!('channel' in command) || command.channel !== 'web' || !outcome.ok) return;
      for (const id of placedBy(outcome.result)) traceOf(id).isWeb = true;
    },
    noteFill(fill) {
      noteSide(fill, fill.taker);
      noteSide(fill, fill.maker);
    },
    forget({ events }) {
      for (const event of events) {
        if (event.name === 'orderChanged' && isFinal(event.order)) traces.delete(event.order.id);
        if (event.name === 'planOrderChanged' && event.plan.status !== 'untriggered') traces.delete(event.plan.id);
      }
    },
  };
}

/** The ids of the orders a result tells: of one, or of rows that each were accepted or not. */
function placedBy(result: unknown): Id[] {
  if (Array.isArray(result))
    return result.flatMap((row: Partial<Decision<unknown>>) => (row.ok === true ? placedBy(row.result) : []));
  const { orderId } = (result ?? {}) as { orderId?: Id };
  return orderId === undefined ? [] : [orderId];
}
