/**
 * The process of the public listeners: takes their connections over from the exchange, which judged their handshakes,
 * and lives as long as the exchange does. A thousand listeners cost the exchange no more than one, and a flood of them
 * doesn't slow an order down.
 */
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { Crowd } from './crowd.ts';
import type { FromCrowd, ToCrowd } from './crowd-messages.ts';
import { SOCKET_OPTIONS } from './socket-options.ts';
import { machine } from '../../time/machine.ts';

const BEAT_MS = 1_000;
/** How long goodbyes may take; less than the exchange waits. */
const FINISH_MS = 700;

let crowd: Crowd | null = null;
let isFinishing = false;

const sockets = new WebSocketServer(SOCKET_OPTIONS.public);
const tell = (message: FromCrowd): void => {
  if (process.connected) process.send?.(message);
};

function take(message: ToCrowd, socket: Socket | undefined): void {
  if (message.name === 'begin') begin(message);
  else if (message.name === 'connection') connect(message, socket);
  else if (message.name === 'feed') {
    crowd?.take(message.messages);
    tell({ name: 'took' });
  } else finish(message.code, message.reason);
}

function begin({ rules, names }: ToCrowd & { name: 'begin' }): void {
  crowd = new Crowd({
    rules,
    names,
    ask: (name, opened) => tell({ name, ...opened }),
    left: (id, code) => {
      tell({ name: 'left', id, code });
      if (isFinishing && crowd?.size === 0) tell({ name: 'finished' });
    },
  });
  let told = '';
  machine.every(BEAT_MS, () => {
    crowd?.beat();
    const counts = { ...(crowd as Crowd).counts };
    if (JSON.stringify(counts) === told) return;
    told = JSON.stringify(counts);
    tell({ name: 'counts', counts });
  });
}

/** Completes a handshake. A connection that broke on its way has left. */
function connect({ id, headers, head, locale }: ToCrowd & { name: 'connection' }, socket: Socket | undefined): void {
  const gone = (): void => tell({ name: 'left', id, code: 1006 });
  if (socket === undefined || crowd === null || isFinishing) {
    socket?.destroy();
    return gone();
  }
  let isIn = false;
  socket.once('close', () => {
    if (!isIn) gone();
  });
  const request = { method: 'GET', headers, socket } as unknown as Parameters<WebSocketServer['handleUpgrade']>[0];
  sockets.handleUpgrade(request, socket, Buffer.from(head, 'base64'), (ws) => {
    isIn = true;
    crowd?.enter(id, ws, socket, locale);
  });
}

function finish(code: number, reason: string): void {
  isFinishing = true;
  crowd?.finish(code, reason);
  if (crowd === null || crowd.size === 0) tell({ name: 'finished' });
  machine.after(FINISH_MS, () => {
    crowd?.terminate();
    tell({ name: 'finished' });
  });
}

process.on('message', (message: ToCrowd, socket?: Socket) => take(message, socket));
process.on('disconnect', () => process.exit());
// A signal to all processes of a terminal: the exchange says goodbye to the listeners first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
