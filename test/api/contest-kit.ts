// Contests for tests over the wire: one written down and opened, teams in it, credentials of judges.
import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type Kit, SYMBOL, type TestAccount } from './kit.ts';

export const RULESET = canonicalText(DEFAULT_RULESET);
const RULESET_SHA256 = createHash('sha256').update(RULESET).digest('hex');
export const CONTEST = '/capi/v2/contest';

/** A contest in registration that starts `inMs` from now and is open for a day. */
export async function openContest(kit: Kit, id: string, inMs: number, fields: object = {}): Promise<void> {
  const { what } = (fields as { readonly disclosure?: { readonly what?: string } }).disclosure ?? {};
  await kit.admin('POST', '/admin/v1/rulesets', { ruleset: RULESET });
  const startMs = Date.now() + inMs;
  const config = {
    id,
    title: `Contest ${id}`,
    // Only a rehearsal shows reasons at once.
    practice: what === 'reasons' || what === 'full',
    startMs,
    endMs: startMs + 86_400_000,
    evidenceUntilMs: startMs + 90_000_000,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '5000',
    symbols: [{ symbol: SYMBOL, maxLeverage: 20 }],
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 0,
    publicBundle: 'orders',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: RULESET_SHA256,
    score: { mode: 'return' },
    ...fields,
  };
  await kit.admin('POST', '/admin/v1/contests', { config });
  await kit.admin('POST', '/admin/v1/contests/move', { contest: id, phase: 'registration' });
}

/** Enters and is approved; the team's id. */
export async function enter(kit: Kit, contestId: string, account: TestAccount, teamName: string): Promise<string> {
  const body = {
    contestId,
    teamName,
    modelClass: 'llm',
    models: ['some-model*'],
    members: [`${contestId}-${teamName}`],
  };
  const { json } = await kit.post(account, `${CONTEST}/register`, body);
  expect(json).toMatchObject({ contestId });
  await kit.admin('POST', '/admin/v1/teams', { contest: contestId, team: json.team, state: 'approved' });
  return json.team as string;
}

/** Until the contest has its first sample. */
export async function untilLive(kit: Kit, id: string): Promise<void> {
  const look = async (): Promise<void> => {
    expect((await kit.send({ target: `${CONTEST}/leaderboard?id=${id}` })).json.at).toBeGreaterThan(0);
  };
  await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 });
}

/** Asks the administration with somebody's own token. */
export async function asks(
  kit: Kit,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly json: any }> {
  const response = await fetch(kit.app.adminUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

/** A credential's token. */
export async function credential(kit: Kit, name: string, role: 'owner' | 'judge' | 'auditor'): Promise<string> {
  return ((await kit.admin('POST', '/admin/v1/credentials', { name, role })) as { token: string }).token;
}
