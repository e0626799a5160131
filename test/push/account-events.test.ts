// What the private socket tells of events that no request of the trader asked for: funding, liquidation, a stop that
// fires. In a front that holds the clock, so that each happens exactly when the test wants it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlaceOrder } from '../../src/core/language/commands.ts';
import { ACCOUNT, type FrontKit, startFront } from '../api/front-kit.ts';
import { oid, SYMBOL } from '../api/kit.ts';
import { connect, handshakeOf, type Message, PRIVATE, type TestSocket } from './push-kit.ts';

const CHANNELS = ['account', 'positions', 'fill', 'orders'];
const MAKER = 1_000_777;
let kit: FrontKit;
let socket: TestSocket;

beforeAll(async () => {
  kit = await startFront(['--no-rate-limit-enabled']);
  kit.apply({ name: 'deposit', account: MAKER, amount: '10000000' });
  socket = await connect(kit.urls.url, PRIVATE, { headers: handshakeOf(ACCOUNT, String(kit.knobs.nowMs)) });
  for (const channel of CHANNELS) await socket.subscribe(channel);
});
afterAll(async () => {
  socket.close();
  await kit.close();
});

function place(account: number, fields: Partial<PlaceOrder>): void {
  const outcome = kit.apply({
    name: 'placeOrder',
    account,
    keyId: 'ak_1',
    channel: 'api',
    symbol: SYMBOL,
    clientOrderId: oid(),
    side: 'long',
    effect: 'open',
    execution: 'normal',
    size: '1',
    price: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
    ...fields,
  });
  expect(outcome.ok).toBe(true);
}

const setPrice = (price: string): void => {
  kit.apply({ name: 'setIndexPrice', symbol: SYMBOL, price, sourceTimeMs: kit.knobs.nowMs });
};

/** Everything told while `act` is carried out, as event and channel and version from the first. */
async function toldBy(act: () => void): Promise<Message[]> {
  const from = socket.got.length;
  act();
  // Whatever was told is here before the answer to what is asked after it.
  const time = String(Math.random());
  socket.send({ event: 'ping', time });
  await socket.ever((message) => message.event === 'pong' && message.time === time);
  return socket.got.slice(from).filter(({ event }) => event === 'payload');
}

const shown = (messages: readonly Message[]): string[] => {
  const first = messages[0].msg.version;
  return messages.map(({ channel, msg }) => `${msg.msgEvent} ${msg.version - first} ${channel}`);
};

it('tells a position that was opened, funding, a stop that fires and a liquidation', async () => {
  place(MAKER, { side: 'short', price: '90000' });
  const opened = await toldBy(() => place(ACCOUNT.uid, {}));
  expect(shown(opened)).toEqual(CHANNELS.map((channel) => `OrderUpdate 0 ${channel}`));
  expect(opened[0].msg.data.setting).toMatchObject([{ contractId: SYMBOL, marginMode: 'SHARED' }]);

  const funding = await toldBy(() => void kit.apply({ name: 'settleFunding', symbol: SYMBOL, rate: '0.0001' }));
  expect(shown(funding)).toEqual(['PositionFundingSettle 0 account', 'PositionFundingSettle 0 positions']);
  expect(funding[1].msg.data.position[0]).toMatchObject({ fundingFee: '9.00000000', cumFundingFee: '9.00000000' });
  expect(funding[0].msg.data.collateral[0]).toMatchObject({ cumPositionFundingAmount: '9.00000000' });
  expect(funding[0].msg.version).toBe(opened[0].msg.version + 1);

  place(MAKER, { price: '89400', size: '0.1' });
  const stop = await toldBy(
    () =>
      void kit.apply({
        name: 'placeTpSlOrder',
        account: ACCOUNT.uid,
        keyId: 'ak_1',
        channel: 'web',
        symbol: SYMBOL,
        clientOrderId: 'stop-1',
        kind: 'stopLoss',
        side: 'long',
        size: '0.1',
        price: null,
        triggerPrice: '89500',
        triggerBy: 'mark',
        positionId: null,
      }),
  );
  expect(shown(stop)).toEqual(['OrderUpdate 0 orders']);
  const [planned] = stop[0].msg.data.order;
  expect(planned).toMatchObject({
    type: 'STOP_MARKET',
    status: 'UNTRIGGERED',
    orderSource: 'WEB',
    triggerTime: '0',
    triggerPriceType: 'MARK_PRICE',
  });
  const fired = await toldBy(() => setPrice('89450'));
  expect(shown(fired)).toEqual(CHANNELS.map((channel) => `OrderUpdate 0 ${channel}`));
  expect(fired.at(-1)?.msg.data.order).toMatchObject([
    {
      id: planned.id,
      type: 'STOP_MARKET',
      status: 'FILLED',
      orderSource: 'WEB',
      latestFillPrice: '89400.0',
      triggerPriceValue: '89500.0',
    },
  ]);

  place(MAKER, { price: '80000', size: '5' });
  const ended = await toldBy(() => setPrice('79200'));
  expect(shown(ended)).toEqual([
    'LiquidateStart 0 account',
    ...CHANNELS.map((channel) => `OrderUpdate 1 ${channel}`),
    'LiquidateFinish 2 account',
  ]);
  expect(ended[0].msg.data.collateral[0].liquidating).toBe(true);
  expect(ended.at(-1)?.msg.data.collateral[0].liquidating).toBe(false);
  const orders = ended.find(({ channel }) => channel === 'orders')?.msg.data.order;
  expect(orders.map(({ orderSource }: Message) => orderSource)).toContain('SYSTEM');
  const fees = orders.map(({ cumLiquidateFee }: Message) => Number(cumLiquidateFee));
  expect(Math.max(...fees)).toBeGreaterThan(0);
  expect(kit.logged).toEqual([]);
});
