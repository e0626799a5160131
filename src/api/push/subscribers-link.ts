/**
 * The exchange's end of the process of public subscribers (subscribers-process.ts): starts it when the first one comes,
 * hands connections over, sends it what changed, and notices when it is gone or no longer answers. Then its connections
 * are gone too, and the next subscriber starts it again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import {
  type MissedCounts,
  type FeedMessage,
  type FromSubscribers,
  noCounts,
  type SubscribersTask,
  type ToSubscribers,
} from './subscribers-messages.ts';
import { NAMES, type Source } from './source.ts';
import type { PeerRules } from './peer.ts';
import type { Handshake } from './upgrade.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** Messages on their way: two seconds of a busy market. */
const MOST_UNDERWAY = 40;
/** Without an answer for this long it is taken down. */
const SILENT_MS = 10_000;
/** How long a stop waits for it. */
const FINISH_MS = 1_000;
/** Between two messages that only tell the time, which is not the machine's in a rehearsal. */
const TIME_EVERY_MS = 1_000;
const GONE = 1006;

type Left = (code: number) => void;
/** A connection whose handshake was judged. */
type Arrival = Pick<Handshake, 'socket' | 'head' | 'locale' | 'door'>;

interface Process {
  readonly child: ChildProcess;
  readonly connections: Map<number, Left>;
  underway: number;
  silence: Timer | null;
  /** Tells it the time. */
  readonly clock: Timer | null;
  finished: () => void;
}

export class SubscribersLink {
  readonly #source: Source;
  readonly #rules: PeerRules;
  readonly #log: Pick<Logger, 'error' | 'info'>;
  readonly #drivenMs: () => number | null;
  #running: Process | null = null;
  #nextId = 1;
  /** Of the processes before this one. */
  #earlier = noCounts(NAMES);
  #counts = this.#earlier;

  /** @param drivenMs the exchange's time, where it is not the machine's */
  constructor(
    source: Source,
    rules: PeerRules,
    log: Pick<Logger, 'error' | 'info'>,
    drivenMs: () => number | null = () => null,
  ) {
    this.#drivenMs = drivenMs;
    this.#source = source;
    this.#rules = rules;
    this.#log = log;
  }

  /** Messages that slow readers were not sent since the start. */
  get counts(): MissedCounts {
    return this.#counts;
  }

  /** Hands a connection over; `left` is called once when it has ended, with its close code. */
  hand({ socket, head, locale, door }: Arrival, headers: Readonly<Record<string, string>>, left: Left): void {
    const process = this.#running ?? this.#start();
    const id = this.#nextId++;
    process.connections.set(id, left);
    stopReading(socket);
    const { dialect } = door;
    this.#send(process, { name: 'connection', id, dialect, headers, head: head.toString('base64'), locale }, socket);
  }

  /** Sends all subscribers what they are owed and ends the connections. */
  async finish(code: number, reason: string): Promise<void> {
    const process = this.#running;
    if (process === null) return;
    this.#source.end();
    const { promise, resolve } = Promise.withResolvers<void>();
    process.finished = resolve;
    const timer = machine.after(FINISH_MS, resolve);
    this.#send(process, { name: 'finish', code, reason });
    await promise;
    timer.cancel();
    // It may have gone by itself meanwhile, and another may run.
    if (process !== this.#running) return;
    this.#running = null;
    this.#earlier = this.#counts;
    process.child.kill('SIGKILL');
  }

  #start(): Process {
    const child = fork(new URL('./subscribers-process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const clock =
      this.#drivenMs() === null
        ? null
        : machine.every(TIME_EVERY_MS, () => this.#send(process, { name: 'time' })).unref();
    const finished = (): void => undefined;
    const process: Process = { child, connections: new Map(), underway: 0, silence: null, clock, finished };
    this.#running = process;
    child.on('message', (message: FromSubscribers) => this.#onMessage(process, message));
    child.on('error', (error) => this.#log.error({ err: error }, 'the process of public subscribers'));
    child.once('exit', (code, signal) => this.#gone(process, code, signal));
    this.#send(process, { name: 'begin', rules: this.#rules, names: NAMES });
    this.#source.begin({
      isReady: () => process.underway < MOST_UNDERWAY,
      send: (messages: readonly FeedMessage[]) => {
        process.underway++;
        process.silence ??= waitForAnswer(process);
        this.#send(process, { name: 'feed', messages });
      },
    });
    return process;
  }

  #send({ child }: Process, task: SubscribersTask, socket?: Socket): void {
    if (!child.connected) return;
    const message: ToSubscribers = { ...task, driven: this.#drivenMs() };
    // A failure is a process that is going: `exit` follows.
    child.send(message, socket, {}, () => undefined);
  }

  #onMessage(process: Process, message: FromSubscribers): void {
    if (process !== this.#running) return;
    if (message.name === 'open') this.#source.open(message);
    else if (message.name === 'close') this.#source.close(message.channel);
    else if (message.name === 'counts') this.#counts = sumOf(this.#earlier, message.counts);
    else if (message.name === 'finished') process.finished();
    else if (message.name === 'left') leave(process, message.id, message.code);
    else {
      process.underway--;
      process.silence?.cancel();
      process.silence = process.underway === 0 ? null : waitForAnswer(process);
    }
  }

  #gone(process: Process, code: number | null, signal: string | null): void {
    const { connections } = process;
    process.silence?.cancel();
    process.clock?.cancel();
    if (process === this.#running) {
      this.#running = null;
      this.#earlier = this.#counts;
      this.#source.end();
      if (connections.size > 0)
        this.#log.error({ code, signal, connections: connections.size }, 'the process of public subscribers ended');
    }
    for (const id of connections.keys()) leave(process, id, GONE);
    process.finished();
  }
}

/** Takes a process down that stays silent. */
function waitForAnswer({ child }: Process): Timer {
  return machine.after(SILENT_MS, () => child.kill('SIGKILL')).unref();
}

function leave({ connections }: Process, id: number, code: number): void {
  const left = connections.get(id);
  connections.delete(id);
  left?.(code);
}

/**
 * While a connection changes hands, nothing may read from it: what this process took off the network then would be
 * lost. There is no public way to say so after a handshake; `pause` only stops the hand-on of what was read.
 */
function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { _handle: { readStop(): number } | null };
  handle?.readStop();
}

function sumOf(a: MissedCounts, b: MissedCounts): MissedCounts {
  return Object.fromEntries(Object.entries(a).map(([kind, count]) => [kind, count + (b[kind] ?? 0)]));
}
