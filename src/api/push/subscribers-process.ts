/**
 * The process of the public subscribers: takes their connections over from the exchange, which judged their handshakes,
 * and lives as long as the exchange does. A thousand subscribers cost the exchange no more than one, and a flood of
 * them doesn't slow an order down.
 */
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { PublicSubscribers } from './public-subscribers.ts';
import type { FromSubscribers, ToSubscribers } from './subscribers-messages.ts';
import { mapOf } from './dialects.ts';
import type { PeerClock } from './peer.ts';
import { socketOptions } from './socket-options.ts';
import { machine } from '../../time/machine.ts';

const BEAT_MS = 1_000;
/** How long goodbyes may take; less than the exchange waits. */
const FINISH_MS = 700;

let subscribers: PublicSubscribers | null = null;
let isFinishing = false;
/** The exchange's time as it was last told; null: it is the machine's. */
let drivenMs: number | null = null;

const clock: PeerClock = {
  nowMs: () => drivenMs ?? machine.wallMs(),
  monotonicMs: () => drivenMs ?? machine.steadyMs(),
};

const servers = mapOf(({ public: { longest } }) => new WebSocketServer(socketOptions('public', longest)));
const send = (message: FromSubscribers): void => {
  if (process.connected) process.send?.(message);
};

function take(message: ToSubscribers, socket: Socket | undefined): void {
  drivenMs = message.driven;
  if (message.name === 'begin') begin(message);
  else if (message.name === 'connection') connect(message, socket);
  else if (message.name === 'feed') {
    subscribers?.take(message.messages);
    send({ name: 'took' });
  } else if (message.name === 'finish') finish(message.code, message.reason);
}

function begin({ rules, names }: ToSubscribers & { name: 'begin' }): void {
  subscribers = new PublicSubscribers({
    rules,
    clock,
    names,
    ask: (name, opened) => send({ name, ...opened }),
    left: (id, code) => {
      send({ name: 'left', id, code });
      if (isFinishing && subscribers?.size === 0) send({ name: 'finished' });
    },
  });
  let sent = '';
  machine.every(BEAT_MS, () => {
    subscribers?.beat();
    const counts = { ...(subscribers as PublicSubscribers).counts };
    if (JSON.stringify(counts) === sent) return;
    sent = JSON.stringify(counts);
    send({ name: 'counts', counts });
  });
}

/** Completes a handshake. A connection that broke on its way has left. */
function connect(
  { id, dialect, headers, head, locale }: ToSubscribers & { name: 'connection' },
  socket: Socket | undefined,
): void {
  const gone = (): void => send({ name: 'left', id, code: 1006 });
  if (socket === undefined || subscribers === null || isFinishing) {
    socket?.destroy();
    return gone();
  }
  let isIn = false;
  socket.once('close', () => {
    if (!isIn) gone();
  });
  const request = { method: 'GET', headers, socket } as unknown as Parameters<WebSocketServer['handleUpgrade']>[0];
  servers[dialect].handleUpgrade(request, socket, Buffer.from(head, 'base64'), (ws) => {
    isIn = true;
    subscribers?.enter(id, ws, socket, { dialect, locale });
  });
}

function finish(code: number, reason: string): void {
  isFinishing = true;
  subscribers?.finish(code, reason);
  if (subscribers === null || subscribers.size === 0) send({ name: 'finished' });
  machine.after(FINISH_MS, () => {
    subscribers?.terminate();
    send({ name: 'finished' });
  });
}

process.on('message', (message: ToSubscribers, socket?: Socket) => take(message, socket));
process.on('disconnect', () => process.exit());
// A signal to all processes of a terminal: the exchange says goodbye to the subscribers first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
