// Hints about wrong paths, names and symbols, as a class: following one never does anything else than what was meant.
// The common guesses themselves, over a server: compatibility-requests.test.ts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { V2 } from '../../src/api/v2/dialect.ts';
import { nameHint, symbolHint } from '../../src/api/words/guesses.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';

const PREFIX = '/capi/v2';
/** Operations of the dialect, served or not. */
const FAMILY = `market/time market/contracts market/depth market/tickers market/ticker market/trades market/candles
  market/historyCandles market/index market/open_interest market/funding_time market/getHistoryFundRate
  market/currentFundRate account/getAccounts account/accounts account/getAccount account/assets account/bills
  account/settings account/leverage account/adjustMargin account/modifyAutoAppendMargin account/position/allPosition
  account/position/singlePosition account/position/changeHoldModel order/placeOrder order/batchOrders
  order/cancel_order order/cancel_batch_orders order/detail order/history order/current order/fills order/plan_order
  order/cancel_plan order/currentPlan order/historyPlan order/closePositions order/cancelAllOrders
  order/placeTpSlOrder order/modifyTpSlOrder order/uploadAiLog`
  .split(/\s+/)
  .map((path) => `${PREFIX}/${path}`);
const known = [...new Set([...FAMILY, ...ROUTES.map(({ path }) => path)])];

/** The path a hint names, or null. */
const ledTo = (hint: { en: string } | undefined): string | null =>
  /\/capi\/v2\/[\w/]*\w/.exec(hint?.en ?? '')?.[0] ?? null;

/** Two that read the same, one for one and one for all: they differ by an s. */
const alike = (path: string): readonly (string | null)[] => {
  const changes = ROUTES.some((route) => route.path === path && route.permission === 'trade');
  return changes ? [null] : [null, `${path}s`, path.replace(/s$/, '')];
};

describe('a path', () => {
  it.each(known)('%s, where it is not served, is never answered with another action', (path) => {
    const others = known.filter((one) => one !== path);
    expect(alike(path)).toContain(ledTo(V2.pathHint(path, others)));
  });

  it('with a letter too many, too few, wrong or in the wrong place is that path, or nothing is offered', () => {
    const slip = fc.record({
      path: fc.constantFrom(...known),
      at: fc.nat(),
      letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ_-0159'.split('')),
      kind: fc.constantFrom('insert', 'remove', 'replace', 'swap'),
    });
    let offered = 0;
    fc.assert(
      fc.property(slip, ({ path, at, letter, kind }) => {
        const from = PREFIX.length + 1;
        const place = from + (at % (path.length - from));
        const [head, tail] = [path.slice(0, place), path.slice(place)];
        const wrong = {
          insert: head + letter + tail,
          remove: head + tail.slice(1),
          replace: head + letter + tail.slice(1),
          swap: head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
        }[kind];
        if (known.includes(wrong)) return;
        const led = ledTo(V2.pathHint(wrong, known));
        if (led !== null) offered++;
        expect([path, ...alike(path)]).toContain(led);
      }),
      { numRuns: 3_000 },
    );
    expect(offered).toBeGreaterThan(1_500);
  });

  it.each([
    ['/order/cancelallorders', '/order/cancelAllOrders'],
    ['/order/cancel_all_orders', '/order/cancelAllOrders'],
    ['/order/place_order', '/order/placeOrder'],
    ['/order/place_tpsl_order', '/order/placeTpSlOrder'],
    ['/order/modifyTPSLOrder', '/order/modifyTpSlOrder'],
    ['/market/openInterest', '/market/open_interest'],
    ['/market/tikers', '/market/tickers'],
    ['/account/position/singlePositions', '/account/position/singlePosition'],
  ])('%s is another spelling of %s', (wrong, right) => {
    const hint = V2.pathHint(PREFIX + wrong, known);
    expect(ledTo(hint) ?? hint?.en).toMatch(new RegExp(`${right}$|case-sensitive: ${right.split('/').at(-1)}$`));
  });

  it('a guess of one position to close is told what closing without one does', () => {
    for (const path of ['/order/closePosition', '/order/close_position'])
      expect(V2.pathHint(PREFIX + path, known)?.en).toContain('without them it closes every position');
  });

  it('every listed guess leads to an operation of the dialect', () => {
    const guesses = [
      ['/products', '/market/contracts'],
      ['/market/settlementTime', '/market/funding_time'],
      ['/market/fundingRate/history', '/market/getHistoryFundRate'],
      ['/market/history/klines', '/market/historyCandles'],
      ['/account/autoAddMargin', '/account/modifyAutoAppendMargin'],
      ['/account/balance', '/account/assets'],
      ['/order/cancelAll', '/order/cancelAllOrders'],
      ['/order/cancelOrders', '/order/cancel_batch_orders'],
      ['/order/placeOrders', '/order/batchOrders'],
      ['/trade/fills', '/order/fills'],
    ] as const;
    for (const [wrong, right] of guesses) expect(ledTo(V2.pathHint(PREFIX + wrong, known))).toBe(PREFIX + right);
  });
});

describe('a symbol', () => {
  const symbols = DEFAULT_CONTRACTS.map(({ symbol }) => symbol);

  it.each(symbols)('%s, where it is not listed, is never answered with another coin', (symbol) => {
    const others = symbols.filter((one) => one !== symbol);
    expect(symbolHint(symbol, others).en).not.toContain('did you mean');
  });

  it('of another coin, however near, offers none', () => {
    for (const found of ['cmt_bchusdt', 'cmt_etcusdt', 'BTCUSDC', 'WBTCUSDT', 'cmt_btc2usdt', 'USDT', ''])
      expect([found, symbolHint(found, symbols).en]).toEqual([found, expect.not.stringContaining('did you mean')]);
  });

  it('of the same coin in another spelling is that contract', () => {
    for (const found of ['BTC', 'btc_usdt', 'BTC-USD', 'BTC-USDT-SWAP', 'BTC-PERP', 'BTCUSDT_UMCBL', 'cmt_btc_usdt'])
      expect([found, symbolHint(found, symbols).en]).toEqual([
        found,
        expect.stringContaining('did you mean cmt_btcusdt?'),
      ]);
  });
});

describe('a name', () => {
  it('of the same thing is corrected, one of another thing explained', () => {
    expect(nameHint('longLeverage', ['symbol', 'leverage'])?.en).toBe('you sent leverage; the name is longLeverage');
    expect(nameHint('match_type', ['trigger_type'])?.en).toContain('match_type is 0 limit or 1 market');
    expect(nameHint('planType', ['trigger_type'])?.en).toContain('planType is profit_plan or loss_plan');
    expect(nameHint('stage', ['aiLog'])?.en).toContain('at the top level of the body');
    expect(nameHint('size', ['price'])).toBeUndefined();
  });
});
