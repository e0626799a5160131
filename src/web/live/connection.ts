/**
 * The page's one public socket, its client of REST, and what is known of the connection. The only module that opens a
 * socket; the rules of reconnecting are the client's (src/client/live/connection.ts).
 */
import { signal } from '@preact/signals';
import { createClient } from '../../client/client.ts';
import { Connection, type ConnectionState, type Message } from '../../client/live/connection.ts';
import { MarketStream } from '../../client/live/market-stream.ts';
import { base } from '../app/router.ts';
import { takeBudget } from './budget.ts';
import { setOffset, wallMs } from './clock.ts';

/** Where the exchange is: the page's own origin, below its base. */
export const exchangeUrl = new URL(base, location.origin).href.replace(/\/$/, '');

/** Language of the exchange's messages. */
let locale = 'en-US';

export function setLocale(to: string): void {
  locale = to;
}

/** `fetch`, in the language that is shown; what a request left of the budget is taken down. */
export const sendWithLocale: typeof fetch = async (target, init) => {
  const headers = { ...(init?.headers as Record<string, string>), locale };
  const response = await fetch(target, { ...init, headers });
  takeBudget(response.headers);
  return response;
};

/** Signs nothing: public reads. */
export const publicClient = createClient({ url: exchangeUrl, nowMs: wallMs, fetch: sendWithLocale, retries: 1 });

const connection = new Connection({
  url: `${exchangeUrl.replace(/^http/, 'ws')}/v2/ws/public`,
  WebSocket,
  login: null,
  syncClock: syncClock,
});

/** Tickers, books, trades and bars. */
export const market = new MarketStream(connection, publicClient);

export const connectionState = signal<ConnectionState>('connecting');
/** When the connection was lost, epoch ms of this browser; null while it is there. */
export const lostAtMs = signal<number | null>(null);

type Listener = (message: Message) => void;

interface Channel {
  readonly listeners: Set<Listener>;
  sent: boolean;
}

const channels = new Map<string, Channel>();

/** Listens to a channel the market stream does not know. Returns what ends it. */
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
    if (state === 'open') lostAtMs.value = null;
    else if (state === 'waiting') lostAtMs.value ??= wallMs();
    for (const [name, channel] of channels)
      channel.sent = state === 'open' && connection.send({ event: 'subscribe', channel: name });
  });
  connection.messages.add((message) => {
    if (message['event'] !== 'payload') return;
    for (const listener of channels.get(String(message['channel']))?.listeners ?? []) listener(message);
  });
  connection.start();
  keepClock();
}

const SYNC_EVERY_MS = 600_000;

function keepClock(): void {
  void syncClock().catch(() => undefined);
  setTimeout(keepClock, SYNC_EVERY_MS);
}

async function syncClock(): Promise<void> {
  setOffset(await publicClient.clock.sync());
}
