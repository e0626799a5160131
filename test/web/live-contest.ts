// A contest of a journey, live within seconds, whose teams have keys of their own; and a page of one of them.
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createClient } from '../../src/client/client.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { rulesetSha256 } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { sha256 } from '../ailog-vectors.ts';
import { WITHIN_MS } from '../browser.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type Journey, SYMBOL } from './journey-kit.ts';

export interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

interface Board {
  readonly rows: readonly { readonly team: string }[];
  readonly unranked: readonly { readonly team: string; readonly reason: string }[];
}

const REGISTRATION_MS = 15_000;
const DAY_MS = 86_400_000;

/** Opens a contest with these teams, that takes orders from programs alone; resolves once it is live. */
export async function openContest(
  { admin, url }: Journey,
  given: {
    readonly id: string;
    readonly title: string;
    readonly what: 'none' | 'full';
    /** What happens is disclosed that much later; otherwise at once. */
    readonly delayMs?: number;
  },
  teamNames: readonly string[],
): Promise<Key[]> {
  const { id, title, what, delayMs = 0 } = given;
  await admin('POST', '/admin/v1/rulesets', { ruleset: canonicalText(DEFAULT_RULESET) });
  const startMs = Date.now() + REGISTRATION_MS;
  const config = {
    id,
    title,
    // Only a rehearsal shows reasons at once.
    practice: what === 'full' && delayMs === 0,
    startMs,
    endMs: startMs + DAY_MS,
    evidenceUntilMs: startMs + DAY_MS + 3_600_000,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '5000',
    symbols: [{ symbol: SYMBOL, maxLeverage: 20 }],
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 0,
    publicBundle: 'orders',
    disclosure: { what, delayMs },
    rulesetSha256: rulesetSha256(sha256, DEFAULT_RULESET),
    score: { mode: 'return' },
  };
  await admin('POST', '/admin/v1/contests', { config });
  await admin('POST', '/admin/v1/contests/move', { contest: id, phase: 'registration' });
  const keys: Key[] = [];
  for (const teamName of teamNames) {
    const { uid } = await admin<{ uid: number }>('POST', '/admin/accounts', { label: teamName });
    const key = await admin<Key>('POST', '/admin/keys', { uid, permission: 'trade', ips: [] });
    const { apiKey, secret, passphrase } = key;
    keys.push({ apiKey, secret, passphrase });
    const client = createClient({ url, apiKey, secret, passphrase });
    const entered = {
      contestId: id,
      teamName,
      modelClass: 'llm',
      models: ['some-model*'],
      members: [`member-${keys.length}`],
    };
    const { team } = await client.contestRegister(entered);
    await admin('POST', '/admin/v1/teams', { contest: id, team, state: 'approved' });
  }
  // Pictures are taken outside the test runner, which alone has `vi.waitFor`.
  const untilMs = Date.now() + PATIENCE_MS;
  while ((await leaderboard(url, id)).rows.length < teamNames.length) {
    if (Date.now() > untilMs) throw new Error(`the contest ${id} has no board`);
    await wait(200);
  }
  return keys;
}

export async function leaderboard(url: string, id: string): Promise<Board> {
  return (await (await fetch(`${url}/capi/v2/contest/leaderboard?id=${id}`)).json()) as Board;
}

/** A page on which the account of a key is signed in, as a tab that keeps it is. */
export async function signedInAs(
  journey: Pick<Journey, 'open' | 'url'>,
  key: Key,
  path: string,
  options: object = {},
): Promise<Page> {
  const kept = JSON.stringify(key);
  const script = `sessionStorage.setItem('outcry.key', ${JSON.stringify(kept)})`;
  const page = await journey.open('/about', options);
  await page.evaluate(script);
  await page.goto(journey.url + path, { timeout: WITHIN_MS });
  return page;
}
