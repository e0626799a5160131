// What happens to listeners and traders when a part behind the WebSockets fails, and that trading doesn't notice: a
// projection, the process of listeners, a restart of the exchange.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNT, type FrontKit, startFront } from '../api/front-kit.ts';
import { type Kit, order, PLACE, quote, signedRequest, startKit, SYMBOL } from '../api/kit.ts';
import { PATIENCE_MS } from '../patience.ts';
import {
  connect,
  connectAs,
  handshakeOf,
  type Message,
  PRIVATE,
  PUBLIC,
  refusalOf,
  type TestSocket,
} from './push-kit.ts';

const ends: (() => Promise<unknown>)[] = [];
const sockets: TestSocket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const end of ends.splice(0)) await end();
});

const keep = (socket: TestSocket): TestSocket => {
  sockets.push(socket);
  return socket;
};

describe('a projection that fails', () => {
  async function front(): Promise<FrontKit> {
    const kit = await startFront(['--no-rate-limit-enabled']);
    ends.push(() => kit.close());
    return kit;
  }
  const place = (kit: FrontKit) =>
    kit.send(
      signedRequest(ACCOUNT, 'POST', PLACE, JSON.stringify(order({ match_price: '0', price: '80000' })), {
        timestamp: String(kit.knobs.nowMs),
      }),
    );

  it('of the public channels ends their listeners with 1011 and lets nobody in; trading and the others go on', async () => {
    const kit = await front();
    const listener = keep(await connect(kit.urls.url, PUBLIC));
    const trader = keep(
      await connect(kit.urls.url, PRIVATE, { headers: handshakeOf(ACCOUNT, String(kit.knobs.nowMs)) }),
    );
    await trader.subscribe('orders');
    kit.knobs.feedFault = new Error('of the feed');
    expect((await place(kit)).status).toBe(200);
    expect(await listener.closed()).toBe(1011);
    expect(await refusalOf(connect(kit.urls.url, PUBLIC))).toMatchObject({ status: 503, json: { code: '503' } });
    expect((await trader.next(({ msg }) => msg?.msgEvent === 'OrderUpdate')).msg.data.order).toHaveLength(1);
    expect(kit.logged).toMatchObject([{ name: 'public-channels' }]);
  });

  it('of the private channels ends the traders’ connections with 1011; orders go on over HTTP', async () => {
    const kit = await front();
    const headers = handshakeOf(ACCOUNT, String(kit.knobs.nowMs));
    const trader = keep(await connect(kit.urls.url, PRIVATE, { headers }));
    const listener = keep(await connect(kit.urls.url, PUBLIC));
    kit.knobs.accountsFault = new Error('of the accounts');
    expect((await place(kit)).status).toBe(200);
    expect(await trader.closed()).toBe(1011);
    expect(await refusalOf(connect(kit.urls.url, PRIVATE, { headers }))).toMatchObject({ status: 503 });
    expect((await place(kit)).status).toBe(200);
    expect(await listener.subscribe(`depth.${SYMBOL}.15`)).toMatchObject({ event: 'subscribed' });
  });
});

/** Processes of listeners this process has started. */
function listenerProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const parent = /\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const isOurs = parent === String(process.pid);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('subscribers-process')
          ? [Number(pid)]
          : [];
      } catch {
        return [];
      }
    });
}

describe.skipIf(process.platform !== 'linux')('the process of listeners (found in /proc)', () => {
  const DEPTH = `depth.${SYMBOL}.15`;
  const isDepth = ({ event, channel }: Message): boolean => event === 'payload' && channel === DEPTH;

  async function listening(): Promise<{ kit: Kit; listener: TestSocket; pid: number }> {
    const kit = await startKit();
    ends.push(() => kit.stop());
    await kit.setPrice(SYMBOL, '90000');
    const before = listenerProcesses();
    const listener = keep(await connect(kit.url, PUBLIC));
    const [pid = 0] = listenerProcesses().filter((one) => !before.includes(one));
    await listener.subscribe(DEPTH);
    await listener.next(isDepth);
    return { kit, listener, pid };
  }

  it('that is killed takes its connections with it, and the next listener gets a new one', async () => {
    const { kit, listener, pid } = await listening();
    process.kill(pid, 'SIGKILL');
    expect(await listener.closed()).toBe(1006);
    await kit.place(kit.alice, { match_price: '0', price: '80000' });
    const metrics = async (): Promise<string> => (await kit.send({ target: '/metrics' })).text;
    await expect.poll(metrics, { timeout: PATIENCE_MS }).toContain('outcry_ws_connections{kind="public"} 0');
    const next = keep(await connect(kit.url, PUBLIC));
    await next.subscribe(DEPTH);
    const { data } = await next.next(isDepth);
    expect(data[0]).toMatchObject({ depthType: 'SNAPSHOT', bids: [{ price: '80000.0', size: '0.0100' }] });
  });

  it('that hangs holds up no order, is owed nothing, and goes on from whole states', async () => {
    const { kit, listener, pid } = await listening();
    await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
    await listener.subscribe(`trades.${SYMBOL}`);
    process.kill(pid, 'SIGSTOP');
    // Each in a step of its own: more than may be on their way.
    for (let at = 0; at < 50; at++) {
      await kit.place(kit.alice, { type: at % 2 === 0 ? '1' : '2', size: '0.001' });
      await sleep(60);
    }
    await kit.place(kit.alice, { match_price: '0', price: '80000', size: '0.002' });
    process.kill(pid, 'SIGCONT');
    const { data } = await listener.next((m) => isDepth(m) && m.data[0].depthType === 'SNAPSHOT');
    const { json } = await kit.get(kit.alice, `/capi/v2/market/depth?symbol=${SYMBOL}`);
    expect(data[0].bids.map(({ price, size }: Message) => [price, size])).toEqual(json.bids);
    expect(json.bids).toContainEqual(['80000.0', '0.0020']);
  });
});

describe('a restart', () => {
  it('goes on counting an account’s events where it was', async () => {
    const data = mkdtempSync(join(tmpdir(), 'outcry-push-'));
    const snapshotOf = async (kit: Kit): Promise<Message> => {
      const socket = await connectAs(kit.url, kit.alice);
      await socket.subscribe('orders');
      const { msg } = await socket.next(({ event }) => event === 'payload');
      socket.close();
      return msg;
    };
    const first = await startKit(undefined, undefined, data);
    await first.admin('POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
    for (const price of ['80000', '80001']) await first.place(first.alice, { match_price: '0', price });
    const before = await snapshotOf(first);
    expect(before.version).toBeGreaterThan(2);
    await first.app.stop();
    const second = await startKit(undefined, undefined, data);
    ends.push(
      () => second.stop(),
      () => first.stop(),
    );
    const after = await snapshotOf(second);
    expect(after).toEqual({ ...before, time: after.time });
  });
});
