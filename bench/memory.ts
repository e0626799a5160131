/**
 * What an engine holds in memory, in bytes: an account with money, a position with the order that opened it and has
 * ended, and an order that rests. Every account has one of each, in one contract, so what only the first of something
 * costs an account is in it. A process of its own, after all that is dead was collected; heap and buffers.
 *
 * Options: `--accounts` (50000), `--tree` of another checkout of this project, measured beside this one.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Crowd from './kit/crowd.ts';
import { interleave, type Measurement } from './kit/interleave.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

interface Job {
  readonly accounts: number;
  readonly root: string;
}

const HERE = new URL('..', import.meta.url);
const SYMBOL = 'cmt_btcusdt';
const PRICE = 50_000;

export async function run(options: BenchOptions): Promise<Result> {
  const accounts = countOption(options, 'accounts', 50_000);
  const other = options['tree'];
  const roots = [HERE.href, ...(other === undefined ? [] : [pathToFileURL(`${resolve(other)}/`).href])];
  const contenders = roots.map((root) => {
    const job: Job = { accounts, root };
    return { name: root, module: new URL(import.meta.url), function: 'measure', options: job };
  });
  const found = await interleave(contenders, 1);
  const rows = ['account', 'position', 'order'].map((what) => {
    const [here, there] = roots.map((root) => Number(found.get(root)![0]![what]).toFixed(0));
    return { 'bytes of one': what, here: here!, ...(there === undefined ? {} : { there }) };
  });
  const remarks = [`${accounts} accounts; a position with the order that opened it, an order with nothing beside it.`];
  return { name: 'memory', rows, remarks, goalMet: true };
}

/** The bytes of one of each, in the checkout that is named. */
export async function measure({ accounts, root }: Job): Promise<Measurement> {
  const { openVenue, FIRST_ACCOUNT } = (await import(new URL('bench/kit/crowd.ts', root).href)) as typeof Crowd;
  const venue = openVenue([{ symbol: SYMBOL, price: PRICE, size: '1' }]);
  const every = (work: (account: number, at: number) => unknown): number => {
    const before = heldBytes();
    for (let at = 0; at < accounts; at++) work(FIRST_ACCOUNT + at, at);
    return (heldBytes() - before) / accounts;
  };
  const account = every((one) => venue.apply({ name: 'deposit', account: one, amount: '100000' }));
  const position = every((one, at) =>
    venue.open(one, SYMBOL, at % 2 === 0 ? 'long' : 'short', { size: '0.01', price: String(PRICE) }),
  );
  const order = every((one, at) =>
    venue.open(one, SYMBOL, 'long', { size: '0.01', price: String(PRICE - 1_000 - (at % 500)) }),
  );
  return { account, position, order };
}

function heldBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
