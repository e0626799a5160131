// What a page costs whoever is signed in: the weight of what it asks, by the exchange's own table, and a bot that asks
// as much as a limit allows but for a tenth.
import type { Page } from 'playwright-core';
import { ROUTES } from '../../src/api/v2/index.ts';
import type { Client } from '../../src/client/client.ts';

export interface Weight {
  ip: number;
  uid: number;
}

/** Adds up what a page asks from now on: what is signed, and all of it. */
export function weigh(page: Page): { readonly signed: Weight; readonly all: Weight } {
  const sums = { signed: { ip: 0, uid: 0 }, all: { ip: 0, uid: 0 } };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const route = ROUTES.find(({ method, path }) => method === request.method() && path === pathname);
    if (route === undefined) return;
    for (const sum of route.access === 'private' ? [sums.signed, sums.all] : [sums.all]) {
      sum.ip += route.weight.ip;
      sum.uid += route.weight.uid;
    }
  });
  return sums;
}

/** Of 1,000, by which limits go. */
const MOST = 900;
const WINDOW_MS = 10_000;
const AT_ONCE = 4;
/** Three calls in turn, which use as much of the address as of the account. */
const CALLS = [
  { weight: { ip: 10, uid: 15 }, call: (client: Client) => client.allPosition() },
  { weight: { ip: 10, uid: 15 }, call: (client: Client) => client.allPosition() },
  { weight: { ip: 10, uid: 0 }, call: (client: Client) => client.contracts() },
] as const;

export interface Bot {
  /** Calls that were answered. */
  readonly done: () => number;
  /** What it was refused with. */
  readonly refused: readonly unknown[];
  stop(): Promise<void>;
}

/** Asks all the time, and never more than `MOST` in ten seconds: a call counts until so long after its answer. */
export function startBot(client: Client): Bot {
  const spent: { readonly weight: Weight; untilMs: number }[] = [];
  const refused: unknown[] = [];
  let [done, nth, isOver] = [0, 0, false];
  const used = (name: keyof Weight): number => spent.reduce((sum, { weight }) => sum + weight[name], 0);
  const run = async (): Promise<void> => {
    while (!isOver) {
      const { weight, call } = CALLS[nth % CALLS.length]!;
      const now = performance.now();
      spent.splice(0, spent.length, ...spent.filter(({ untilMs }) => untilMs > now));
      if (used('ip') + weight.ip > MOST || used('uid') + weight.uid > MOST) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      nth++;
      const one = { weight, untilMs: Number.POSITIVE_INFINITY };
      spent.push(one);
      await call(client).catch((error: unknown) => refused.push(error));
      one.untilMs = performance.now() + WINDOW_MS;
      done++;
    }
  };
  const running = Array.from({ length: AT_ONCE }, run);
  return {
    done: () => done,
    refused,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
