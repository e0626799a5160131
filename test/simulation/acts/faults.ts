/**
 * Moves that break something: restarts, losses of power, a disk that fails or tears, a store that is slow or dies,
 * clocks that jump. After each the service stands again, and what was promised is held against what is there: nothing
 * answered is lost, nothing refused has happened, nothing happened twice.
 */
import { createRandom, type Random } from '../../../src/market/random.ts';
import { object } from '../auditor/model.ts';
import { compareAll } from '../comparing.ts';
import { count } from '../counts.ts';
import {
  connectTo,
  disconnect,
  type Exchange,
  look,
  lookAtMarks,
  readAll,
  request,
  type Request,
} from '../exchange.ts';
import type { Move } from '../moves.ts';
import { people, type Person } from '../people.ts';
import type { WireAnswer } from '../service/connection.ts';
import { startService } from '../service/service.ts';
import { passTime, symbolsOf } from './operating.ts';
import { opening, pick, PLACE } from './orders.ts';
import { type Act, nonsense } from './trading.ts';

/** How the service goes: in order, as a process that ends, or with the power. */
export type Ending = 'stop' | 'exit' | 'power';

/** After a start every fourth account is compared, others each time. */
const SAMPLE = 4;

/** Takes the service down and starts it on what is left; everything it shows is then compared. */
export async function startAgain(exchange: Exchange, move: Move, ending: Ending, rebuildStore: boolean): Promise<void> {
  const { service, world, counts, auditor } = exchange;
  const random = createRandom(move.a, move.b, move.c, move.d, move.who);
  exchange.lines.push(`the service goes (${ending})${rebuildStore ? ', the store is built anew' : ''}`);
  disconnect(exchange);
  if (ending === 'stop') await service.stop();
  else await service.crash(ending === 'power');
  world.disk.disarm();
  world.disk.snapshots.disarm();
  const happened = await world.shelf.meddle(random);
  const sound = world.shelf.sound();
  count(counts.faults, `snapshots: ${happened}`);
  exchange.lines.push(`snapshots: ${happened}, sound are ${sound.join(', ')}`);
  const next = await startService(world, rebuildStore);
  connectTo(exchange, next);
  judgeSnapshots(exchange, sound);
  armSnapshots(exchange, random);
  if (ending === 'stop') counts.restarts += 1;
  else counts.crashes += 1;
  if (next.torn) counts.tornTails += 1;
  await lookAtMarks(exchange, symbolsOf(exchange));
  await look(exchange);
  await compareEngines(exchange);
  if (next.from > 0) compareHistory(exchange);
  const differs = rebuildStore ? exchange.observer.readAgain() : null;
  if (differs !== null) object(auditor.model, differs);
  await compareAll(exchange, SAMPLE);
}

/** A start goes on from a snapshot to which nothing has happened, when there is one. */
function judgeSnapshots({ service, counts, auditor }: Exchange, sound: readonly string[]): void {
  const { from, passedOver } = service;
  if (from === 0) counts.fromStart += 1;
  else counts.fromSnapshots += 1;
  counts.passedOver += passedOver.size;
  for (const name of sound)
    if (passedOver.has(name)) object(auditor.model, `sound snapshot ${name} was passed over: ${passedOver.get(name)}`);
  if (from === 0 && sound.length > 0) object(auditor.model, `the start replayed everything in spite of ${sound[0]}`);
}

/** In every eighth life the disk fails one that is being written. */
function armSnapshots({ world, lines }: Exchange, random: Random): void {
  const operation = (['write', 'sync', 'name'] as const)[random.below(3)] ?? 'write';
  const skip = random.below(operation === 'sync' ? 1 : 3);
  const writtenBytes = random.below(700);
  if (random.below(8) > 0) return;
  const error = new Error('the disk does not take a snapshot');
  world.disk.snapshots.arm(operation, { kind: 'error', error, writtenBytes }, skip, false);
  lines.push(`the disk: a ${operation} of a snapshot is going to fail`);
}

/** The engine of the read store's thread, which went on from where its rows end, must be at the same state. */
async function compareEngines({ service, auditor }: Exchange): Promise<void> {
  if (service.fatal.length > 0) return;
  const { sequence } = service.sequencer;
  const there = await service.store.ask('stateHash', null, sequence);
  if (there.sequence === service.sequencer.sequence && there.hash !== service.stateHash())
    object(auditor.model, `the read store has another state at ${sequence}`);
}

/** What is remembered in memory went on from a snapshot, and must be what a replay of everything gives. */
function compareHistory({ service, auditor }: Exchange): void {
  if (service.fatal.length > 0) return;
  const unlike = service.unlikeReplay();
  if (unlike !== null) object(auditor.model, `a snapshot made another past: ${unlike}`);
}

/** A start on a sound journal: the state must be the same to the last bit. */
async function restartSound(exchange: Exchange, move: Move, ending: Ending, rebuildStore: boolean): Promise<void> {
  const { service, auditor } = exchange;
  const before = { sequence: service.sequencer.sequence, hash: service.stateHash() };
  await startAgain(exchange, move, ending, rebuildStore);
  const { sequence } = exchange.service.sequencer;
  if (sequence !== before.sequence)
    object(auditor.model, `the service went at sequence ${before.sequence} and came back at ${sequence}`);
  else if (exchange.service.stateHash() !== before.hash)
    object(auditor.model, `the state at ${sequence} is another after the start`);
}

export const restart: Act = (exchange, move) => restartSound(exchange, move, 'stop', move.a % 4 === 0);

export const crash: Act = (exchange, move) =>
  restartSound(exchange, move, move.b % 2 === 0 ? 'power' : 'exit', move.a % 6 === 0);

/** Orders of several accounts that go out in one write while something breaks. */
function burstOf(exchange: Exchange, move: Move): Request[] {
  const all = people(exchange.persons.length);
  return Array.from({ length: 1 + (move.c % 6) }, (_, row) => {
    const who = pick(all, move.who + row * 3) as Person;
    const body = opening(exchange, who, { ...move, a: move.a + row, b: (move.b + row * 71) % 5_000 }, row);
    return { uid: who.uid, operation: 'placeOrder', path: PLACE, body };
  });
}

/** The next write or sync of the journal fails, tears or is never answered; then the service goes. */
export const diskFault: Act = async (exchange, move) => {
  const { disk } = exchange.world;
  const operation = move.a % 2 === 0 ? 'write' : 'sync';
  const halts = move.b % 4 === 0;
  const error = new Error('the disk does not answer');
  const torn = move.d % 3 === 0 ? {} : { writtenBytes: move.d % 700 };
  disk.arm(operation, halts ? { kind: 'halt' } : { kind: 'error', error, ...torn }, 0, move.c % 2 === 0);
  const kind = `${operation} ${halts ? 'never answered' : 'failed'}`;
  exchange.lines.push(`the disk: next ${kind}`);
  const requests = burstOf(exchange, move);
  const sequence = exchange.service.sequencer.sequence;
  const sending = request(exchange, requests);
  await Promise.race([sending, disk.onStrike()]);
  if (halts) {
    if (disk.struck()) disconnect(exchange);
  } else await sending;
  if (disk.struck()) count(exchange.counts.faults, `disk: ${kind}`);
  await startAgain(exchange, move, Math.floor(move.d / 7) % 2 === 0 ? 'power' : 'exit', false);
  if (exchange.service.sequencer.sequence < sequence)
    object(exchange.auditor.model, `commands up to ${sequence} had been answered`);
  await hold(exchange, requests, await sending);
};

/** What was answered must be there, what was refused must not; asking again does nothing twice. */
async function hold(exchange: Exchange, requests: readonly Request[], answers: readonly WireAnswer[]): Promise<void> {
  const { observer, auditor } = exchange;
  const open: Request[] = [];
  for (const [at, one] of requests.entries()) {
    const answer = answers[at] ?? { lost: true };
    const name = (one.body as { client_oid: string }).client_oid;
    const there = observer.endedWith(one.uid, name) + (await worksUnder(exchange, one.uid, name));
    if (!answer.lost && answer.status === 200 && there !== 1)
      object(auditor.model, `order ${name} was accepted and is there ${there} times`);
    if (!answer.lost && answer.status === 503 && there !== 0)
      object(auditor.model, `order ${name} was not executed, they said, and is there`);
    if (answer.lost || answer.status >= 500) open.push(one);
  }
  await request(exchange, open);
  await look(exchange);
  for (const { uid, body } of open) {
    const name = (body as { client_oid: string }).client_oid;
    const there = exchange.observer.endedWith(uid, name) + (await worksUnder(exchange, uid, name));
    if (there > 1) object(auditor.model, `order ${name} was asked for again and is there ${there} times`);
  }
}

/** How many working orders of the account have this client order id. */
async function worksUnder(exchange: Exchange, uid: number, name: string): Promise<number> {
  const [working] = await readAll(exchange, [{ uid, target: '/order/current' }]);
  return (working as { client_oid: string }[] | null)?.filter(({ client_oid }) => client_oid === name).length ?? 0;
}

/** History waits, trading does not; what was asked for is answered whole once the store is back. */
export const slowStore: Act = async (exchange, move) => {
  const { nearStore } = exchange.service;
  nearStore.pause();
  count(exchange.counts.faults, 'store: slow');
  exchange.lines.push('the store is slow');
  const requests = burstOf(exchange, move);
  const uid = requests[0]?.uid ?? 0;
  const bills = { uid, operation: 'bills', path: '/account/bills', body: { limit: 100 } };
  await request(exchange, requests);
  const asking = request(exchange, [bills]);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  nearStore.resume();
  const [last] = await asking;
  await look(exchange);
  if (last === undefined || last.lost || last.status !== 200) return;
  const newest = (last.body as { items: { billId: number }[] }).items[0]?.billId ?? 0;
  const expected = exchange.observer.lastBillOf(uid);
  if (newest !== expected)
    object(exchange.auditor.model, `the newest bill of ${uid} was shown as ${newest}, it is ${expected}`);
};

/** The store dies; trading goes on until the process ends. */
export const deadStore: Act = async (exchange, move, person) => {
  exchange.service.nearStore.die();
  count(exchange.counts.faults, 'store: dead');
  exchange.lines.push('the store dies');
  await request(exchange, burstOf(exchange, move));
  await nonsense(exchange, move, person);
  await startAgain(exchange, move, 'exit', move.a % 3 === 0);
};

const DAY_MS = 86_400_000;

/** Nobody sent anything for a while: minutes, hours, sometimes days. */
export const clockJump: Act = async (exchange, move) => {
  const most = move.a % 3 === 0 ? 2 * DAY_MS : move.a % 3 === 1 ? DAY_MS / 3 : 600_000;
  passTime(exchange, 60_000 + Math.floor((most * move.b) / 10_000));
  count(exchange.counts.faults, 'clock: forward');
};

/** The machine's clock is set back; the exchange's own stands still until it has caught up. */
export const clockBack: Act = async (exchange, move) => {
  exchange.world.wallMs -= 1 + (move.a % 4_000);
  count(exchange.counts.faults, 'clock: back');
};
