// One scripted agent against an exchange that is made up here: what it calls, in which order, and when it does nothing.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OutcryError } from '../client/errors.ts';
import { type AgentParts, createAgent } from './agent.ts';
import type { Idea, Risk, View } from './strategy.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const OPEN: Idea = { decision: 'OPEN_LONG', price: null, figures: { last: 50 }, reason: 'It rose.' };
const HOLD: Idea = { decision: 'HOLD', price: null, figures: { last: 50 }, reason: 'It did not.' };
const contract = (symbol: string, state = 'TRADING') => ({
  symbol,
  state,
  priceEndStep: 5,
  tick_size: '1',
  stepSize: '0.01',
  size_increment: '2',
  minOrderSize: '0.01',
});
const position = (symbol: string) => ({ symbol, side: 'LONG', size: '0.30', open_value: '15', created_time: 400 });

interface World {
  readonly ideas?: (view: View) => Idea;
  readonly positions?: readonly ReturnType<typeof position>[];
  readonly available?: string;
  readonly resting?: readonly string[];
  readonly refuses?: boolean;
  readonly risk?: Risk;
}

function start({
  ideas = () => OPEN,
  positions = [],
  available = '10000',
  resting = [],
  refuses = false,
  risk,
}: World) {
  const calls: [string, any][] = [];
  const views: View[] = [];
  const answer =
    <T>(name: string, value: T) =>
    (input?: unknown): Promise<T> => {
      calls.push([name, input]);
      return Promise.resolve(value);
    };
  const refusal = new OutcryError(new Response('', { status: 400 }), { code: '40757', msg: 'no margin' });
  const client = {
    contracts: answer('contracts', [contract('cmt_btcusdt'), contract('cmt_ethusdt'), contract('cmt_x', 'HALTED')]),
    current: answer(
      'current',
      resting.map((order_id) => ({ order_id })),
    ),
    cancel_order: answer('cancel_order', {}),
    allPosition: answer('allPosition', positions),
    assets: answer('assets', [{ coinName: 'USDT', available }]),
    candles: answer('candles', [['0', '1', '1', '1', '50', '1', '1']]),
    depth: answer('depth', { bids: [['49.5', '2']], asks: [['50.5', '3']] }),
    leverage: answer('leverage', {}),
    uploadAiLog: answer('uploadAiLog', {}),
    placeOrder: (input: unknown) => {
      calls.push(['placeOrder', input]);
      return refuses ? Promise.reject(refusal) : Promise.resolve({});
    },
  } as unknown as AgentParts['client'];
  const strategy = {
    model: 'scripted-test-1',
    about: '',
    risk: risk ?? null,
    decide: (view: View) => {
      views.push(view);
      return ideas(view);
    },
  };
  const agent = createAgent({ strategy, client, below: () => 0, sha256, nowMs: () => 1_000 });
  const of = (name: string): any[] => calls.filter(([called]) => called === name).map(([, input]) => input);
  return { agent, calls, views, of };
}

describe('a scripted agent', () => {
  it('puts its reason on record first, and the order names these very bytes by their hash', async () => {
    const { agent, calls, of } = start({});
    await agent.turn(1);
    const names = calls.map(([name]) => name);
    expect(names.indexOf('uploadAiLog')).toBeLessThan(names.indexOf('placeOrder'));
    const [body] = of('uploadAiLog');
    expect(JSON.parse(body)).toEqual({
      stage: 'Decision',
      model: 'scripted-test-1',
      input: { symbol: 'cmt_btcusdt', last: 50 },
      output: { decision: 'OPEN_LONG', symbol: 'cmt_btcusdt', size: '2.00' },
      explanation: 'It rose.',
    });
    expect(of('placeOrder')).toEqual([
      {
        symbol: 'cmt_btcusdt',
        client_oid: `ai1-${sha256(body).slice(0, 32)}`,
        size: '2.00',
        type: 1,
        order_type: 0,
        match_price: 1,
      },
    ]);
  });

  it('ventures what its strategy does, at its leverage and with a stop from the opening on', async () => {
    const risk = { share: 0.2, leverage: 3, stop: 0.015 };
    const { agent, calls, of } = start({ risk });
    await agent.turn(1);
    expect(calls.map(([name]) => name).slice(-3)).toEqual(['uploadAiLog', 'leverage', 'placeOrder']);
    expect(of('leverage')).toEqual([{ symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: 3 }]);
    // A fifth of 10,000 USDT, three times, at 50; 1.5 % below it is 49.25, on a tick of 0.5 it is 49.5.
    expect(of('placeOrder')).toMatchObject([{ size: '120.00', presetStopLossPrice: '49.5' }]);
    const short = start({ risk, ideas: () => ({ ...OPEN, decision: 'OPEN_SHORT' }) });
    await short.agent.turn(1);
    expect(short.of('placeOrder')).toMatchObject([{ type: 2, presetStopLossPrice: '50.5' }]);
    const closes = start({
      risk,
      positions: [position('cmt_ethusdt')],
      ideas: ({ held }) => (held === null ? HOLD : { ...HOLD, decision: 'CLOSE_LONG' }),
    });
    await closes.agent.turn(1);
    expect([closes.of('leverage'), closes.of('placeOrder')[0].presetStopLossPrice]).toEqual([[], undefined]);
  });

  it('sees prices as the exchange says them, and only contracts that trade', async () => {
    const { agent, views } = start({ ideas: () => HOLD });
    await agent.turn(8);
    expect(views.map(({ symbol }) => symbol)).toEqual(['cmt_btcusdt', 'cmt_ethusdt']);
    expect(views[0]).toMatchObject({ closes: [50], bids: [[49.5, 2]], asks: [[50.5, 3]], tick: 0.5, held: null });
  });

  it('closes the whole of what it holds, and a limit stands as the contract writes prices', async () => {
    const closes = start({
      positions: [position('cmt_ethusdt')],
      ideas: ({ held }) => (held === null ? HOLD : { ...HOLD, decision: 'CLOSE_LONG' }),
    });
    await closes.agent.turn(1);
    expect(closes.views[0]).toMatchObject({ held: { side: 'LONG', size: '0.30', entry: 50, forMs: 600 } });
    expect(closes.of('placeOrder')).toMatchObject([{ symbol: 'cmt_ethusdt', type: 3, size: '0.30' }]);
    const rests = start({ ideas: () => ({ ...OPEN, price: 49.5 }) });
    await rests.agent.turn(1);
    expect(rests.of('placeOrder')).toMatchObject([{ order_type: 1, match_price: 0, price: '49.5', size: '2.02' }]);
  });

  it.each([
    ['has two positions', { positions: [position('cmt_btcusdt'), position('cmt_ethusdt')] }],
    ['is low on money', { available: '1999.99' }],
  ])('opens nothing while it %s', async (_, world) => {
    const { agent, of } = start({ ...world, ideas: ({ held }) => (held === null ? OPEN : HOLD) });
    await agent.turn(8);
    expect(of('placeOrder')).toEqual([]);
  });

  it('takes back what rested and was not taken', async () => {
    const { agent, of } = start({ resting: ['7', '8'], ideas: () => HOLD });
    await agent.turn(1);
    expect(of('cancel_order')).toEqual([{ orderId: '7' }, { orderId: '8' }]);
  });

  it('says now and then why it does nothing, and what the exchange refused', async () => {
    const quiet = start({ ideas: () => HOLD });
    for (let turn = 0; turn < 10; turn++) await quiet.agent.turn(1);
    expect(quiet.of('uploadAiLog').map((body) => JSON.parse(body).output.decision)).toEqual(['HOLD', 'HOLD']);
    const refused = start({ refuses: true });
    await refused.agent.turn(1);
    expect(refused.of('uploadAiLog')[1]).toMatchObject({
      stage: 'Order Execution',
      output: { refused: '40757' },
      explanation: expect.stringContaining('no margin'),
    });
  });
});
