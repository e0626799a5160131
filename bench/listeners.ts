/**
 * Listeners to public channels, a process of its own: so many WebSockets, each with the ticker, the depth and the
 * trades of one contract, that take what comes and do nothing with it. Its parent is told once all have subscribed.
 */
import { WebSocket } from 'ws';

interface Wanted {
  readonly url: string;
  readonly count: number;
  readonly symbols: readonly string[];
}

const CHUNK = 50;

async function listen({ url, count, symbols }: Wanted): Promise<void> {
  const address = `${url.replace('http', 'ws')}/v2/ws/public`;
  for (let from = 0; from < count; from += CHUNK)
    await Promise.all(
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, at) =>
        subscribed(address, symbols[(from + at) % symbols.length]!),
      ),
    );
  process.send?.('ready');
}

function subscribed(address: string, symbol: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    const channels = [`ticker.${symbol}`, `depth.${symbol}.15`, `trades.${symbol}`];
    let missing = channels.length;
    socket.on('error', reject);
    socket.on('open', () => {
      for (const channel of channels) socket.send(JSON.stringify({ event: 'subscribe', channel }));
    });
    socket.on('message', (data: Buffer) => {
      if (missing > 0 && data.includes('"subscribed"') && --missing === 0) resolve();
      if (data.includes('"event":"ping"')) socket.send('{"event":"pong"}');
    });
  });
}

process.on('message', (wanted: Wanted) => {
  listen(wanted).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
