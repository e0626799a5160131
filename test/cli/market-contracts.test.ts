// The market and the lives of contracts, in a real exchange: one that is halted keeps its index and gets no quotes, one
// that is delisted gets nothing, one that is new and has no row is left to others; and nobody is told of the house.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { asked } from '../patience.ts';
import { cleanUp, newFolder, startExchange } from './process.ts';

afterEach(cleanUp);

const [SOL, LTC, NEW] = ['cmt_solusdt', 'cmt_ltcusdt', 'cmt_xmrusdt'] as const;
/** Of the market's commands for a contract, those that say what it does with it; and what became of the contract. */
const TELLING = ['setIndexPrice', 'batchOrders', 'setContractState', 'delistContract'];

/** Names of the commands for a contract, in order. */
async function commandsFor(data: string, symbol: string): Promise<string[]> {
  const journal = await openJournal(dataFolder(data).journal, { readonly: true });
  const names = [...journal.read()].flatMap(({ command }) => {
    const { name, symbol: of } = command as Command & { readonly symbol?: string };
    return of === symbol && TELLING.includes(name) ? [name] : [];
  });
  await journal.close();
  return names;
}

const after = (names: readonly string[], name: string): string[] => names.slice(names.lastIndexOf(name) + 1);
const seconds = (names: readonly string[]): number => names.filter((name) => name === 'setIndexPrice').length;

describe('the market of a running exchange', () => {
  it('goes with the states of contracts, and names its accounts to nobody', async () => {
    const { ready } = await startExchange('serve', newFolder(), '--market', 'world');
    const { data, url, adminUrl } = ready;
    const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const admin = async (path: string, body: object): Promise<void> => {
      const answer = await fetch(`${adminUrl}/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.any(String)]);
    };
    const passed = async (): Promise<number> => seconds(await commandsFor(data, 'cmt_btcusdt'));
    /** What was sent for a contract since the last such command, when so many further seconds have passed. */
    const sentSince = async (symbol: string, since: string, many: number): Promise<string[]> => {
      const until = (await passed()) + many;
      await asked(passed, (now) => now >= until);
      return after(await commandsFor(data, symbol), since);
    };

    await admin('contracts/state', { symbol: SOL, state: 'HALTED' });
    const halted = await sentSince(SOL, 'setContractState', 3);
    expect(halted.length).toBeGreaterThanOrEqual(2);
    expect(new Set(halted)).toEqual(new Set(['setIndexPrice']));
    await admin('contracts/state', { symbol: SOL, state: 'TRADING' });
    const back = await sentSince(SOL, 'setContractState', 2);
    expect(back.slice(0, 2)).toEqual(['setIndexPrice', 'batchOrders']);

    await admin('contracts/delist', { symbol: LTC });
    await admin('contracts', { contract: { ...DEFAULT_CONTRACTS[7], id: 10_000_099, symbol: NEW, base: 'XMR' } });
    const gone = await sentSince(LTC, 'delistContract', 3);
    expect(gone).toEqual([]);
    expect(await commandsFor(data, NEW)).toEqual([]);

    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, any> };
    const open = Object.keys(paths).filter((path) => paths[path].get !== undefined && path.includes('/market/'));
    const answers = open.map(async (path) => {
      const answer = await fetch(`${url}${path}?symbol=cmt_btcusdt&granularity=1m&limit=100`);
      expect(await answer.text(), path).not.toMatch(/(?<![\d.])900[0-2]0\d\d(?![\d.])/);
      return answer.status;
    });
    expect((await Promise.all(answers)).filter((status) => status === 200).length).toBeGreaterThan(5);
  });
});
