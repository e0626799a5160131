// ccxt's class in Python against a started exchange: the first part of V3-36 once more, in the language that most of
// its users write. It runs where python3 has the package, in that version or a newer one; else it is shown as skipped.
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startMarket } from '../../api/kit.ts';
import { PATIENCE_MS } from '../../patience.ts';

const BTC = 'BTC/USDT:USDT';
const PROGRAM = fileURLToPath(new URL('./smoke.py', import.meta.url));
const HAS_IT = `
import ccxt, sys
version = tuple(int(part) for part in ccxt.__version__.split(".")[:3])
sys.exit(0 if version >= (4, 5, 84) and hasattr(ccxt, "weex") else 1)
`;

const isInstalled = spawnSync('python3', ['-c', HAS_IT], { stdio: 'ignore' }).status === 0;
const why = isInstalled ? '' : ' (skipped: python3 has no ccxt 4.5.84 or newer here)';

let kit: Kit;

describe.skipIf(!isInstalled)(`ccxt in Python${why}`, () => {
  beforeAll(async () => {
    kit = await startMarket();
  });
  afterAll(() => kit?.stop());

  it('V3-36 markets, balance, orders, a cancel of all and a close of all', async () => {
    const trader = await kit.newAccount();
    const [asset] = (await kit.get(trader, '/capi/v2/account/assets')).json;
    const { stdout } = await promisify(execFile)('python3', [PROGRAM], {
      env: {
        ...process.env,
        OUTCRY_URL: kit.url,
        OUTCRY_KEY: trader.apiKey,
        OUTCRY_SECRET: trader.secret,
        OUTCRY_PASSPHRASE: trader.passphrase,
      },
      timeout: PATIENCE_MS,
    });
    const said = JSON.parse(stdout);

    expect(said.markets).toHaveLength(8);
    expect(said.markets).toContain(BTC);
    expect(said.precision).toEqual({ price: 0.1, amount: 0.0001 });
    expect(said.balance).toEqual({
      total: Number(asset.equity),
      free: Number(asset.available),
      used: Number(asset.frozen),
    });
    expect(said.order).toMatchObject({
      id: said.bought,
      status: 'closed',
      side: 'buy',
      type: 'market',
      filled: 0.01,
      average: 90000.1,
    });
    expect(said.order.cost).toBeCloseTo(900.001, 6);
    expect(said.positions).toEqual([{ symbol: BTC, side: 'long', contracts: 0.01, entryPrice: 90000.1 }]);
    expect(said.open.toSorted()).toEqual(said.resting.toSorted());
    expect(said.openAfterwards).toEqual([]);
    expect(said.cancelled).toEqual(['canceled', 'canceled']);
    expect(said.refused).toBe('BadRequest');
    expect(said.positionsAfterwards).toEqual([]);

    const found = await kit.get(trader, `/capi/v2/order/detail?orderId=${said.bought}`);
    expect(found.json).toMatchObject({ order_id: said.bought, status: 'filled', type: 'open_long' });
    expect((await kit.get(trader, '/capi/v2/account/position/allPosition')).json).toEqual([]);
  });
});
