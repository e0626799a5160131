/**
 * The exchange's end of the process of public listeners (crowd-process.ts): starts it when the first one comes, hands
 * connections over, tells it what changed, and notices when it is gone or no longer answers. Then its connections are
 * gone too, and the next listener starts it again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Locale } from '../words/errors.ts';
import type { CrowdCounts, FeedMessage, FromCrowd, ToCrowd } from './crowd-messages.ts';
import type { Source } from './source.ts';
import type { PeerRules } from './peer.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** Messages on their way: two seconds of a busy market. */
const MOST_UNDERWAY = 40;
/** Without an answer for this long it is taken down. */
const SILENT_MS = 10_000;
/** How long a stop waits for it. */
const FINISH_MS = 1_000;
const GONE = 1006;

export interface CrowdLink {
  /** Hands a connection over; `left` is called once when it has ended, with its close code. */
  hand(socket: Socket, head: Buffer, headers: Readonly<Record<string, string>>, locale: Locale, left: Left): void;
  /** Messages that slow readers were not sent since the start. */
  readonly counts: CrowdCounts;
  /** Sends all listeners what they are owed and ends the connections. */
  finish(code: number, reason: string): Promise<void>;
}

type Left = (code: number) => void;

interface Process {
  readonly child: ChildProcess;
  readonly connections: Map<number, Left>;
  underway: number;
  silence: Timer | null;
  finished: () => void;
}

const NOTHING: CrowdCounts = { ticker: 0, kline: 0, depth: 0, trades: 0, activity: 0, board: 0, log: 0 };

export function createCrowdLink(feed: Source, rules: PeerRules, log: Pick<Logger, 'error' | 'info'>): CrowdLink {
  let running: Process | null = null;
  let nextId = 1;
  /** Of the processes before this one. */
  let earlier = NOTHING;
  let counts = NOTHING;

  function start(): Process {
    const child = fork(new URL('./crowd-process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const process: Process = { child, connections: new Map(), underway: 0, silence: null, finished: () => undefined };
    running = process;
    child.on('message', (message: FromCrowd) => hear(process, message));
    child.on('error', (error) => log.error({ err: error }, 'the process of public listeners'));
    child.once('exit', (code, signal) => gone(process, code, signal));
    tell(process, { name: 'begin', rules });
    feed.begin({
      isReady: () => process.underway < MOST_UNDERWAY,
      send: (messages: readonly FeedMessage[]) => {
        process.underway++;
        process.silence ??= machine.after(SILENT_MS, () => child.kill('SIGKILL')).unref();
        tell(process, { name: 'feed', messages });
      },
    });
    return process;
  }

  function tell({ child }: Process, message: ToCrowd, socket?: Socket): void {
    if (!child.connected) return;
    // A failure is a process that is going: `exit` follows.
    child.send(message, socket, {}, () => undefined);
  }

  function hear(process: Process, message: FromCrowd): void {
    if (process !== running) return;
    if (message.name === 'open') feed.open(message);
    else if (message.name === 'close') feed.close(message.channel);
    else if (message.name === 'counts') counts = sumOf(earlier, message.counts);
    else if (message.name === 'finished') process.finished();
    else if (message.name === 'left') leave(process, message.id, message.code);
    else {
      process.underway--;
      process.silence?.cancel();
      process.silence =
        process.underway === 0 ? null : machine.after(SILENT_MS, () => process.child.kill('SIGKILL')).unref();
    }
  }

  function leave({ connections }: Process, id: number, code: number): void {
    const left = connections.get(id);
    connections.delete(id);
    left?.(code);
  }

  function gone(process: Process, code: number | null, signal: string | null): void {
    process.silence?.cancel();
    if (process === running) {
      running = null;
      earlier = counts;
      feed.end();
      if (process.connections.size > 0)
        log.error({ code, signal, connections: process.connections.size }, 'the process of public listeners ended');
    }
    for (const id of process.connections.keys()) leave(process, id, GONE);
    process.finished();
  }

  return {
    get counts() {
      return counts;
    },
    hand(socket, head, headers, locale, left) {
      const process = running ?? start();
      const id = nextId++;
      process.connections.set(id, left);
      stopReading(socket);
      tell(process, { name: 'connection', id, headers, head: head.toString('base64'), locale }, socket);
    },
    async finish(code, reason) {
      const process = running;
      if (process === null) return;
      feed.end();
      const { promise, resolve } = Promise.withResolvers<void>();
      process.finished = resolve;
      const timer = machine.after(FINISH_MS, resolve);
      tell(process, { name: 'finish', code, reason });
      await promise;
      timer.cancel();
      running = null;
      process.child.kill('SIGKILL');
    },
  };
}

/**
 * While a connection changes hands, nothing may read from it: what this process took off the network then would be
 * lost. There is no public way to say so after a handshake; `pause` only stops the hand-on of what was read.
 */
function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { _handle: { readStop(): number } | null };
  handle?.readStop();
}

function sumOf(a: CrowdCounts, b: CrowdCounts): CrowdCounts {
  const kinds = Object.keys(a) as (keyof CrowdCounts)[];
  return Object.fromEntries(kinds.map((kind) => [kind, a[kind] + b[kind]])) as CrowdCounts;
}
