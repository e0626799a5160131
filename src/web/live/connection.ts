/**
 * The page's one public socket, and what is known of the connection. The only module that opens a socket; the rules of
 * reconnecting are the client's (src/client/live/connection.ts).
 */
import { signal } from '@preact/signals';
import { Connection, type ConnectionState, type Message } from '../../client/live/connection.ts';
import { MarketStream } from '../../client/live/market-stream.ts';
import { setOffset, wallMs } from '../base/clock.ts';
import { exchangeUrl, publicClient } from '../base/rest.ts';
import { machine } from '../../time/machine.ts';

const connection = new Connection({
  url: `${exchangeUrl.replace(/^http/, 'ws')}/v2/ws/public`,
  WebSocket,
  login: null,
  syncClock: syncClock,
});

/** Tickers, books, trades and bars. */
export const market = new MarketStream(connection, publicClient);

export const connectionState = signal<ConnectionState>('connecting');
/**
 * Since when what is shown has been out of date, epoch ms by this browser: the connection is lost or silent; null while
 * it is up.
 */
export const lostAtMs = signal<number | null>(null);
/** Seconds until the next attempt; null: it is up, or is being tried. */
export const retrySeconds = signal<number | null>(null);
/** Seconds since the exchange said anything; a few of them are normal. */
export const quietSeconds = signal(0);
/** How long an answer took lately, ms; null before the first. */
export const delayMs = signal<number | null>(null);

type Listener = (message: Message) => void;

interface Channel {
  readonly listeners: Set<Listener>;
  sent: boolean;
}

const channels = new Map<string, Channel>();

/** Listens to a channel the market stream does not know. Returns the function that ends it. */
export function listen(name: string, listener: Listener): () => void {
  const channel = channels.get(name) ?? { listeners: new Set(), sent: false };
  channels.set(name, channel);
  channel.listeners.add(listener);
  connection.start();
  if (!channel.sent) channel.sent = connection.send({ event: 'subscribe', channel: name });
  return () => {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0) return;
    channels.delete(name);
    if (channel.sent) connection.send({ event: 'unsubscribe', channel: name });
  };
}

/** Begins to connect; called once. */
export function startConnection(): void {
  connection.state.add((state) => {
    connectionState.value = state;
    look();
    for (const [name, channel] of channels)
      channel.sent = state === 'open' && connection.send({ event: 'subscribe', channel: name });
  });
  connection.messages.add((message) => {
    if (message['event'] !== 'payload') return;
    for (const listener of channels.get(String(message['channel']))?.listeners ?? []) listener(message);
  });
  connection.start();
  machine.every(LOOK_EVERY_MS, look);
  keepClock();
}

/** The exchange pings every 20 s: after this much silence it is not there, whatever the socket says. */
const SILENT_MS = 25_000;
const LOOK_EVERY_MS = 1_000;

function look(): void {
  const { current, heardAtMs, nextAtMs } = connection;
  const quietMs = heardAtMs === 0 ? 0 : machine.steadyMs() - heardAtMs;
  quietSeconds.value = Math.floor(quietMs / 1_000);
  retrySeconds.value = nextAtMs === null ? null : Math.max(1, Math.ceil((nextAtMs - machine.steadyMs()) / 1_000));
  if (current === 'open' && quietMs < SILENT_MS) lostAtMs.value = null;
  else if (current === 'open') lostAtMs.value ??= wallMs() - quietMs;
  else if (current === 'waiting') lostAtMs.value ??= wallMs();
}

/** Connects now, because the exchange is known to be back. */
export function hurryConnection(): void {
  connection.hurry();
}

const SYNC_EVERY_MS = 600_000;

function keepClock(): void {
  void syncClock().catch(() => undefined);
  machine.after(SYNC_EVERY_MS, keepClock);
}

async function syncClock(): Promise<void> {
  const { clock } = publicClient;
  setOffset(await clock.sync());
  delayMs.value = clock.delayMs;
}
