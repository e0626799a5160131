/**
 * The simulation's hands: sends requests over the wire, operator's calls over the administration, and the few commands
 * that have no way in by HTTP to the sequencer; counts every outcome; lets the observer look and the auditor judge.
 * Knows nothing of what anybody wants.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { createRandom } from '../../src/market/random.ts';
import type { CommandName, CommandOf } from '../../src/core/language/commands.ts';
import type { ResultOf } from '../../src/core/turn/outcome.ts';
import type { ContractSpec } from '../../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { NotExecuted, OutcomeUnknown } from '../../src/sequencer/refusals.ts';
import { StoreBehind } from '../../src/store/errors.ts';
import { type Auditor, createAuditor } from './auditor/auditor.ts';
import { type Counts, count, noCounts } from './counts.ts';
import type { Incremental } from './judging.ts';
import { nothingSeen, type Observer, openObserver, type Seen } from './observer.ts';
import { people, type Person } from './people.ts';
import { type Connection, openConnection, type WireAnswer, type WireRequest } from './service/connection.ts';
import { faultyDisk } from './service/faulty-disk.ts';
import { credentialsOf } from './service/keys.ts';
import { createShelf } from './service/shelf.ts';
import { ADMIN_TOKEN, type Service, startService, type World } from './service/service.ts';

/** 2023-11-14 22:13:20 UTC. */
const START_MS = 1_700_000_000_000;
const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_dogeusdt', 'cmt_solusdt', 'cmt_ltcusdt'];
const FIRST_PRICES = [50_000, 3_000, 0.1, 150, 80];
/** So long may a step of the simulation wait for an answer before it is stuck, in real time. */
const STUCK_MS = 20_000;
/** A store that is behind is asked again after this long. */
const ASK_AGAIN_MS = 100;

export interface Feed {
  readonly symbol: string;
  readonly decimals: number;
  readonly tick: number;
  readonly step: number;
  readonly sizeDecimals: number;
  readonly first: number;
  price: number;
  /** No price is sent before this time. */
  silentUntilMs: number;
}

export interface Exchange {
  readonly world: World;
  readonly persons: readonly Person[];
  readonly feeds: readonly Feed[];
  readonly auditor: Auditor;
  /** Contracts as they are published now. */
  readonly published: Map<string, ContractSpec>;
  readonly counts: Counts;
  readonly seen: Seen;
  /** Client order ids each account gave to orders that were accepted. */
  readonly names: Map<number, string[]>;
  /** Accounts that were frozen and are still to be released. */
  readonly frozen: Set<number>;
  /** When a halted contract trades again. */
  readonly halted: Map<string, number>;
  /** Leaves of contests, taken in as they came. */
  readonly incremental: Incremental;
  /** What was done, one line each, for a short failure. */
  readonly lines: string[];
  /** Commands up to the last start. */
  service: Service;
  connection: Connection;
  admin: Connection;
  observer: Observer;
}

/** @param wrap may put something around the auditor, to listen or to lie */
export async function openExchange(
  seed: number,
  accounts: number,
  wrap: (auditor: Auditor) => Auditor = (auditor) => auditor,
): Promise<Exchange> {
  const persons = people(accounts);
  const folder = mkdtempSync(join(tmpdir(), 'outcry-simulation-'));
  const { snapshots, bodies } = dataFolder(folder);
  const apart = (path: string, stream: number) => ({ folder: path, random: createRandom(seed, stream) });
  const disk = faultyDisk(createRandom(seed, 3), apart(snapshots, 4), apart(bodies, 5));
  const world: World = {
    disk,
    shelf: createShelf(disk.disk, snapshots),
    folder,
    wallMs: START_MS,
    latestMs: START_MS,
    monotonicMs: 1,
    random: createRandom(seed, 6),
    uids: persons.map(({ uid }) => uid),
  };
  const service = await startService(world, false);
  const seen = nothingSeen();
  return {
    world,
    persons,
    feeds: SYMBOLS.map(feedOf),
    auditor: wrap(createAuditor(DEFAULT_CONTRACTS)),
    published: new Map(DEFAULT_CONTRACTS.map((spec) => [spec.symbol, spec])),
    counts: noCounts(),
    seen,
    names: new Map(),
    frozen: new Set(),
    halted: new Map(),
    incremental: new Map(),
    lines: [],
    service,
    connection: openConnection(service.url),
    admin: openConnection(service.adminUrl),
    observer: openObserver(join(world.folder, 'outcry.db'), seen),
  };
}

function feedOf(symbol: string, place: number): Feed {
  const spec = DEFAULT_CONTRACTS.find((one) => one.symbol === symbol);
  if (spec === undefined) throw new Error(`no contract ${symbol}`);
  const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
  const first = FIRST_PRICES[place] ?? 1;
  return {
    symbol,
    decimals: decimals(spec.tick),
    tick: Number(spec.tick),
    step: Number(spec.step),
    sizeDecimals: decimals(spec.step),
    first,
    price: first,
    silentUntilMs: 0,
  };
}

/** Opens the callers' side of a service that has just started. */
export function connectTo(exchange: Exchange, service: Service): void {
  exchange.service = service;
  exchange.connection = openConnection(service.url);
  exchange.admin = openConnection(service.adminUrl);
  exchange.observer = openObserver(join(exchange.world.folder, 'outcry.db'), exchange.seen);
}

export function disconnect({ connection, admin, observer }: Exchange): void {
  connection.destroy();
  admin.destroy();
  observer.close();
}

/** A signed POST of one account. */
export interface Request {
  readonly uid: number;
  readonly operation: string;
  readonly path: string;
  readonly body: object;
}

/** Sends all in one write, as fast as callers ever could. */
export async function request(exchange: Exchange, requests: readonly Request[]): Promise<WireAnswer[]> {
  for (const { uid, operation, body } of requests) exchange.lines.push(`${uid} ${operation} ${JSON.stringify(body)}`);
  const wire = requests.map(({ uid, path, body }) => post(uid, path, JSON.stringify(body)));
  const answers = await inTime(exchange.connection.send(wire, exchange.world.wallMs), 'the API');
  for (const [at, answer] of answers.entries()) noteOutcome(exchange, requests[at]?.operation ?? '', answer);
  return answers;
}

function post(uid: number, path: string, body: string): WireRequest {
  return { method: 'POST', target: `/capi/v2${path}`, body, signedBy: credentialsOf(uid) };
}

function noteOutcome({ counts }: Exchange, operation: string, answer: WireAnswer): void {
  if (answer.lost) return count(counts.outcomes, `${operation} lost`);
  const token =
    (answer.body as { token?: string; code?: string } | null)?.token ?? (answer.body as { code?: string } | null)?.code;
  count(counts.outcomes, answer.status === 200 ? `${operation} 200` : `${operation} ${answer.status} ${token ?? ''}`);
}

/** Several reads at once; null for each that was not answered with 200. Public ones have no account. */
export async function readAll(
  exchange: Exchange,
  reads: readonly { uid: number | null; target: string }[],
): Promise<unknown[]> {
  const wire = reads.map(({ uid, target }) => ({
    method: 'GET' as const,
    target: `/capi/v2${target}`,
    body: '',
    signedBy: uid === null ? null : credentialsOf(uid),
  }));
  const answers = await inTime(exchange.connection.send(wire, exchange.world.wallMs), 'the API');
  return answers.map((answer) => (answer.lost || answer.status !== 200 ? null : answer.body));
}

/** An operator's call. */
export async function operate(exchange: Exchange, path: string, body: object): Promise<WireAnswer> {
  exchange.lines.push(`operator ${path} ${JSON.stringify(body)}`);
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const wire: WireRequest = {
    method: 'POST',
    target: `/admin${path}`,
    body: JSON.stringify(body),
    signedBy: null,
    headers,
  };
  const [answer = { lost: true }] = await inTime(
    exchange.admin.send([wire], exchange.world.wallMs),
    'the administration',
  );
  noteOutcome(exchange, `operator ${path}`, answer);
  return answer;
}

/** A command without a way in by HTTP. Its outcome when it was accepted, else null. */
export async function submit<Name extends CommandName>(
  exchange: Exchange,
  command: CommandOf<Name> & { readonly name: Name },
): Promise<{ readonly result: ResultOf<Name>; readonly timeMs: number } | null> {
  exchange.lines.push(`sequencer ${JSON.stringify(command)}`);
  try {
    const outcome = await inTime(exchange.service.sequencer.submit<Name>(command), 'the sequencer');
    count(exchange.counts.outcomes, `${command.name} ${outcome.ok ? 'accepted' : outcome.reject.reason}`);
    return outcome.ok ? outcome : null;
  } catch (error) {
    if (!(error instanceof NotExecuted || error instanceof OutcomeUnknown)) throw error;
    count(exchange.counts.outcomes, `${command.name} ${error instanceof NotExecuted ? 'not executed' : 'unknown'}`);
    return null;
  }
}

/** A step that waits longer than this is stuck: better said than waited for. */
export async function inTime<T>(promise: Promise<T>, whom: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${whom} did not answer within ${STUCK_MS} ms`)), STUCK_MS);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the auditor see what is new. The store is asked for everything up to now, so that nothing is missed. */
export async function look(exchange: Exchange): Promise<void> {
  const { service, observer, auditor, counts } = exchange;
  if (service.fatal.length > 0) return;
  await caughtUp(service);
  const rows = observer.look();
  counts.bills += rows.bills.length;
  counts.fills += rows.fills.length / 2;
  counts.copiedPayments += rows.bills.filter(({ business_type }) => business_type === 'tracking_follow_pay').length;
  counts.liquidations += rows.bills.filter(({ business_type }) => business_type === 'start_liquidate').length;
  counts.deleveragings += rows.fills.filter(({ cause }) => cause === 'deleverage').length;
  counts.fundingPasses += rows.fundings.filter(({ match_sequence }) => match_sequence > 0).length;
  auditor.seeRows(rows);
}

/**
 * The store may read a long journal from its beginning: it may be behind for long, as long as it comes nearer. That it
 * is behind is said at once, by an estimate, so it is asked again after a while.
 */
async function caughtUp({ store, sequencer }: Service): Promise<void> {
  for (let reached = -1, sinceMs = performance.now(); ; await sleep(ASK_AGAIN_MS)) {
    const asked = store.ask('accountList', null, sequencer.sequence).catch((error: unknown) => error);
    const error = await inTime(asked, 'the read store');
    if (!(error instanceof Error)) return;
    const { projected, applied } = store.progress();
    const isNearer = projected + applied > reached;
    if (!(error instanceof StoreBehind) || (!isNearer && performance.now() - sinceMs > STUCK_MS)) throw error;
    if (!isNearer) continue;
    reached = projected + applied;
    sinceMs = performance.now();
  }
}

/** Lets the auditor see the marks. */
export async function lookAtMarks(exchange: Exchange, symbols: readonly string[]): Promise<void> {
  const answers = await readAll(
    exchange,
    symbols.map((symbol) => ({ uid: null, target: `/market/ticker?symbol=${symbol}` })),
  );
  for (const [at, answer] of answers.entries()) {
    if (answer === null) continue;
    const { markPrice, indexPrice } = answer as { markPrice: string; indexPrice: string };
    exchange.auditor.seeTicker(symbols[at] ?? '', markPrice, indexPrice);
  }
}
