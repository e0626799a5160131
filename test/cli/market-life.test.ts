// A market over the life of a real exchange: it goes on after a stop and after a kill with the prices its seed gives,
// to the last digit; it has one seed; and it begins anew, and says so, when its file is lost.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/core/engine.ts';
import { FIRST_HOUSE, INSURANCE } from '../../src/core/language/accounts.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { E8 } from '../../src/core/num/units.ts';
import { equityOf } from '../../src/core/risk/margin.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { callerOf, holdingOf, makerOf, netOf, takerOf } from '../../src/market/house/accounts.ts';
import { indexText, PLAIN } from '../../src/market/house/texts.ts';
import type { KeptMarket } from '../../src/market/kept-market.ts';
import { readMarketLog } from '../../src/market/verify/market-log.ts';
import { Walk, waysOf } from '../../src/market/verify/walk.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import type { JournalRecord } from '../../src/sequencer/journal/record.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { asked } from '../patience.ts';
import { cleanUp, newFolder, outcry, placeOrder, startExchange } from './process.ts';

afterEach(cleanUp);

const SEED = 'a market that is tried out';

const keptIn = (data: string): KeptMarket =>
  (JSON.parse(readFileSync(join(data, 'market.json'), 'utf8')) as { market: KeptMarket }).market;

const logIn = (data: string) => readMarketLog(readFileSync(join(data, 'market-log.jsonl'), 'utf8'));

interface Sent {
  readonly second: number;
  readonly symbol: string;
  readonly price: string;
  readonly tickE8: number;
}

/** All index prices of the journal. */
async function sentIn(data: string): Promise<Sent[]> {
  const journal = await openJournal(dataFolder(data).journal, { readonly: true });
  const engine = createEngine(sha256);
  const sent: Sent[] = [];
  await replay(journal, engine, {
    onApplied({ command }, { ok }) {
      if (!ok || command.name !== 'setIndexPrice') return;
      const { symbol, price, sourceTimeMs } = command;
      const { tickE8 } = engine.state.bySymbol.get(symbol)!.contract;
      sent.push({ second: sourceTimeMs / 1_000, symbol, price, tickE8 });
    },
  });
  await journal.close();
  return sent;
}

/** Until so many seconds of a market's first contract are in the journal. */
async function untilSent(data: string, seconds: number): Promise<void> {
  await asked(
    () => sentIn(data),
    (sent) => sent.filter(({ symbol }) => symbol === 'cmt_btcusdt').length >= seconds,
  );
}

/** Prices of the journal that are not those of seed and log. */
async function foreignIn(data: string): Promise<{ compared: number; wrong: Sent[] }> {
  const revealed = { seed: SEED, table: keptIn(data).table };
  const [way] = waysOf(logIn(data), revealed, sha256);
  const walk = new Walk(way!, revealed, sha256);
  const sent = await sentIn(data);
  const wrong = sent.filter(({ second, symbol, price, tickE8 }) => {
    while (walk.next <= second) walk.advance();
    const row = walk.world.rows.find((one) => one.row.symbol === symbol)!;
    return walk.second !== second || indexText(row.price * E8, tickE8) !== price;
  });
  return { compared: sent.length, wrong };
}

const OLD_FUNDS = '20000000';

/** The folder of a release whose house had little money and paid fees: its maker holds 2 BTC and has a bid. */
async function makeOldFolder(data: string): Promise<void> {
  await (await startExchange('start', data, '--no-market', '--no-agents')).stop();
  const journal = await openJournal(dataFolder(data).journal);
  const { timeMs, sequence } = journal.end;
  const symbol = 'cmt_btcusdt';
  const [maker, taker] = [FIRST_HOUSE, FIRST_HOUSE + 1_000];
  const order = (account: number, clientOrderId: string, side: 'long' | 'short', price: string): Command => {
    const fields = { clientOrderId, side, effect: 'open', execution: 'normal', size: '2', price, ...PLAIN } as const;
    return { name: 'placeOrder', ...callerOf(account), symbol, ...fields };
  };
  const opened = [maker, taker].flatMap((account): Command[] => [
    { name: 'deposit', account, amount: OLD_FUNDS },
    { name: 'setLeverage', ...callerOf(account), symbol, marginMode: 'cross', long: 1, short: 1 },
  ]);
  const commands: Command[] = [
    ...opened,
    { name: 'setIndexPrice', symbol, price: '70000', sourceTimeMs: timeMs },
    order(maker, 'h5-0', 'long', '70000'),
    order(taker, 'h5-1', 'short', '70000'),
    order(maker, 'h5-2', 'long', '60000'),
  ];
  await journal.append(
    commands.map((command, at) => ({ sequence: sequence + 1 + at, timeMs, text: JSON.stringify(command) })),
  );
  await journal.close();
}

describe('a market', () => {
  it('goes on from an earlier release’s prices, its house with the positions it had and the money it needs', async () => {
    const data = newFolder();
    await makeOldFolder(data);
    const { ready, stop } = await startExchange('start', data, '--no-agents');
    const ticker = await (await fetch(`${ready.url}/capi/v2/market/ticker?symbol=cmt_btcusdt`)).json();
    expect(Math.abs(Number((ticker as { indexPrice: string }).indexPrice) - 70_000)).toBeLessThan(1_000);
    await stop();
    const [, ...others] = keptIn(data).table.map(({ start }) => start);
    expect(logIn(data)[0]).toMatchObject({ what: 'begin', prices: [70_000, ...others] });

    const journal = await openJournal(dataFolder(data).journal, { readonly: true });
    const { state, apply } = createEngine(sha256);
    // At the old market's price, and at the first of the new one.
    const seen: { orders: string[]; insurance: number; house: unknown[] }[] = [];
    const onApplied = ({ command }: JournalRecord, { ok }: { readonly ok: boolean }): void => {
      if (seen.length < 2) expect([command.name, ok]).toEqual([command.name, true]);
      if (command.name !== 'setIndexPrice' || command.symbol !== 'cmt_btcusdt' || seen.length === 2) return;
      const btc = state.instruments[0]!;
      const [maker, taker] = [makerOf(btc), takerOf(btc)].map((account) => state.accounts.get(account)!);
      seen.push({
        orders: [...maker!.orders.values()].map(({ clientOrderId }) => clientOrderId),
        insurance: Number(state.accounts.get(INSURANCE)?.shared.amount ?? 0) / E8,
        house: [maker!, taker!].map(({ id, fees, shared }) => [
          netOf(holdingOf(state, id, btc)),
          Math.round(Number(equityOf(shared)) / E8 / 1e5) / 10,
          fees?.takerFeeE8 ?? 'as others',
          fees?.makerFeeE8 ?? 'as others',
        ]),
      });
    };
    await replay(journal, { apply }, { onApplied });
    await journal.close();
    const poor = { orders: [], insurance: 0, house: [20, 20].map((funds) => [0, funds, 'as others', 'as others']) };
    const house = [2, -2].map((net) => [net * 10_000, 400, 0, 0]);
    expect(seen).toEqual([poor, { orders: [], insurance: 2_000_000, house }]);
  });

  it('goes on after a stop, after a kill and beside a trader, to the last digit of every price', async () => {
    const data = newFolder();
    const first = await startExchange('start', data, '--seed', SEED);
    await untilSent(data, 3);
    await first.stop();
    const stopped = keptIn(data);
    expect(stopped.state.step).toBeGreaterThanOrEqual(3);

    const second = await startExchange('start', data, '--seed', SEED);
    for (let order = 0; order < 5; order++) await placeOrder(second.ready, second.ready.accounts[0]!, `mine-${order}`);
    await untilSent(data, stopped.state.step + 3);
    await second.stop('SIGKILL');
    const killed = keptIn(data);

    const third = await startExchange('start', data);
    await untilSent(data, killed.state.step + 4);
    expect((await third.stop()).stderr).toContain('stepped on to the last index prices');
    const steps = logIn(data).map(({ what, step }) => [what, step]);
    expect(steps[0]).toEqual(['begin', 0]);
    expect(steps.slice(1).map(([what]) => what)).toEqual(['gap', 'gap']);
    expect(steps[1]).toEqual(['gap', stopped.state.step + 1]);
    const { compared, wrong } = await foreignIn(data);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(8 * (killed.state.step + 4));
  });

  it('has one seed, which a market of an exchange for others can’t be without effort', async () => {
    const data = newFolder();
    const { stop, ready } = await startExchange('start', data);
    expect(ready.seed).toMatch(/^[A-Za-z0-9_-]{22}$/);
    await stop();
    const other = await outcry('start', '--data', data, '--port', '0', '--seed', 'another');
    expect(other.code).toBe(1);
    expect(other.stderr).toMatch(/--seed is another one \([0-9a-f]{8}…\) than that of .* \([0-9a-f]{8}…\)/);
    expect(other.stderr).not.toContain(ready.seed!);
    const again = await startExchange('start', data);
    expect(again.ready.seed).toBeNull();
    await again.stop();
    const short = await outcry('serve', '--data', newFolder(), '--port', '0', '--market', 'world', '--seed', 'short');
    expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('at least 20')]);
  });

  it.each([
    ['is lost', (path: string) => rmSync(path)],
    ['is damaged', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"step":', '"step":1'))],
  ])('begins anew at its last prices when its file %s, and says so', async (_what, harm) => {
    const data = newFolder();
    const first = await startExchange('start', data, '--seed', SEED);
    await first.stop();
    const lasts = (await sentIn(data)).slice(-8);
    harm(join(data, 'market.json'));
    const second = await startExchange('start', data);
    const { stderr } = await second.stop();
    expect(stderr).toContain('begins anew');
    const kept = keptIn(data);
    expect(kept.seed).not.toBe(SEED);
    const [before, after] = logIn(data).filter(({ what }) => what === 'begin');
    expect(before).toMatchObject({ prices: kept.table.map(({ start }) => start) });
    const { prices } = after as unknown as { prices: number[] };
    expect(prices).toEqual(kept.table.map(({ symbol }) => Number(lasts.find((one) => one.symbol === symbol)!.price)));
  });

  it('is nobody else’s to read, and is among the keys of a copy', async () => {
    const data = newFolder();
    const { stop } = await startExchange('start', data);
    const copy = join(newFolder(), 'copy');
    expect((await outcry('backup', copy, '--data', data)).code).toBe(0);
    await stop();
    expect([existsSync(join(copy, 'keys', 'market.json')), existsSync(join(copy, 'data', 'market.json'))]).toEqual([
      true,
      false,
    ]);
    expect(existsSync(join(copy, 'data', 'market-log.jsonl'))).toBe(true);
  });
});
