/**
 * One order as a model: callers that ask again once they are answered, nodes that publish a batch at a time and apply
 * all batches, and an order that takes each command in turn and gives a batch back a round trip later. A simulation of
 * single events, exact and without chance; it knows nothing of the code it stands for.
 */
export interface OrderModel {
  readonly nodes: number;
  readonly callers: number;
  /** The callers are evenly at so many of the nodes. */
  readonly callersAt: number;
  /** All nodes have one processor between them, as nodes in one process do; or each its own. */
  readonly isOneProcessor: boolean;
  /** Round trip of a batch through the order: network and syncs, whatever is in it. */
  readonly roundTripMs: number;
  /** The order's own work, one command after the other, for all nodes. */
  readonly orderMs: number;
  /** A node's work for a command that it publishes, for one that it applies, and for each batch, of either kind. */
  readonly publishMs: number;
  readonly applyMs: number;
  readonly batchMs: number;
}

export interface Predicted {
  readonly perSecond: number;
  readonly p50Ms: number;
}

const MOST_COMMANDS = 1_024;
/** Simulated time, the first tenth of which is not counted. */
const RUN_MS = 3_000;

/** Does one job after the other. */
class Server {
  #freeMs = 0;

  /** When a job that comes now is done. */
  done(nowMs: number, forMs: number): number {
    this.#freeMs = Math.max(this.#freeMs, nowMs) + forMs;
    return this.#freeMs;
  }
}

/** Events in the order of their times, those of one time as they came. */
class Agenda {
  #all: { readonly atMs: number; readonly act: () => void }[] = [];
  nowMs = 0;

  at(atMs: number, act: () => void): void {
    let place = this.#all.length;
    while (place > 0 && this.#all[place - 1]!.atMs > atMs) place -= 1;
    this.#all.splice(place, 0, { atMs, act });
  }

  run(untilMs: number): void {
    for (let next = this.#all.shift(); next !== undefined && next.atMs <= untilMs; next = this.#all.shift()) {
      this.nowMs = next.atMs;
      next.act();
    }
  }
}

export function predict(model: OrderModel): Predicted {
  const { nodes, callers, callersAt, publishMs, applyMs, batchMs, orderMs, roundTripMs } = model;
  const agenda = new Agenda();
  const order = new Server();
  const shared = new Server();
  const processors = Array.from({ length: nodes }, () => (model.isOneProcessor ? shared : new Server()));
  /** When each waiting command came, by node. */
  const queues = Array.from({ length: nodes }, (): number[] => []);
  const isUnderWay = queues.map(() => false);
  let answered = 0;
  const waits: number[] = [];
  const begin = (node: number): void => {
    const queue = queues[node]!;
    if (isUnderWay[node] === true || queue.length === 0) return;
    isUnderWay[node] = true;
    const batch = queue.splice(0, MOST_COMMANDS);
    const sentMs = processors[node]!.done(agenda.nowMs, batchMs + batch.length * publishMs);
    agenda.at(sentMs, () => {
      const orderedMs = order.done(agenda.nowMs, batch.length * orderMs) + roundTripMs;
      agenda.at(orderedMs, () => follow(node, batch));
    });
  };
  const follow = (from: number, batch: readonly number[]): void => {
    for (const [node, processor] of processors.entries()) {
      const appliedMs = processor.done(agenda.nowMs, batchMs + batch.length * applyMs);
      if (node === from) agenda.at(appliedMs, () => answer(node, batch));
    }
  };
  const answer = (node: number, batch: readonly number[]): void => {
    if (agenda.nowMs > RUN_MS / 10) {
      answered += batch.length;
      for (const cameMs of batch) waits.push(agenda.nowMs - cameMs);
    }
    isUnderWay[node] = false;
    for (let at = 0; at < batch.length; at++) queues[node]!.push(agenda.nowMs);
    begin(node);
  };
  for (let at = 0; at < callers; at++) queues[at % callersAt]!.push(0);
  for (const node of queues.keys()) begin(node);
  agenda.run(RUN_MS);
  waits.sort((a, b) => a - b);
  return { perSecond: (answered * 1_000) / (RUN_MS * 0.9), p50Ms: waits[waits.length >> 1] ?? Number.NaN };
}
