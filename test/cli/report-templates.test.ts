// `outcry report templates` against a running exchange, from both sides: what three teams of a public framework send is
// printed, frozen before the start, and accuses none of them; what one team wrote and another sent after it is found.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMarket } from '../../src/rehearsal/market.ts';
import { boundTo } from '../../src/rehearsal/player.ts';
import { openStage, type Stage } from '../../src/rehearsal/stage.ts';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import { commandLine } from '../../src/cli/command-line.ts';
import { GRADE_SAYS, LEVEL_SAYS, VERDICT_SAYS } from '../../src/core/verification/words/en.ts';
import { PATIENCE_MS } from '../patience.ts';
import { contestConfig } from '../property/contest-commands.ts';

const SYMBOL = 'cmt_btcusdt';
const MINUTE = 60_000;
const ORDERS = 24;

/** By team, what it writes to its nth order; the frozen framework, one that nobody froze, an author, who copies it. */
const KIT = (words: string) => (nth: number) =>
  `${words} looks at the last ${nth} candles of the market and the conditions of the hour support a ${nth % 2 === 0 ? 'buy' : 'sell'} signal now`;
const known = KIT('The well known public framework');
const other = KIT('Another framework nobody had named before');
const own = (nth: number): string =>
  `${lettersOf(nth)} is how I call this hour, in which patience paid before and the crowd leaned the other way for too long`;
const WRITERS: Readonly<Record<string, (nth: number) => string>> = {
  'Known one': known,
  'Known two': known,
  'Known three': known,
  'Other one': other,
  'Other two': other,
  'Other three': other,
  Author: own,
  Copier: (nth) => (nth % 3 === 0 ? own(nth) : `my own thought ${lettersOf(nth)}`),
};
const NAMES = Object.keys(WRITERS);

let folder: string;
let stage: Stage;
const clients = new Map<string, ReturnType<Stage['client']>>();
let startMs: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-templates-'));
  stage = await openStage(join(folder, 'data'), { market: createMarket(1, 4), logLevel: 'silent' });
  startMs = stage.nowMs() + 10 * MINUTE;
  const endMs = startMs + (ORDERS + 2) * MINUTE;
  const fields = { practice: true, evidenceUntilMs: endMs, startBalance: '10000' };
  writeFileSync(
    join(folder, 'c1.json'),
    JSON.stringify({ ...contestConfig('c1', startMs, endMs, fields), rulesetSha256: undefined }),
  );
  expect(await outcry('contest', 'create', join(folder, 'c1.json'))).toMatchObject({ code: 0 });
  expect(await outcry('contest', 'open', 'c1')).toMatchObject({ code: 0 });
  for (const teamName of NAMES) {
    const client = stage.client(await stage.newKey(teamName));
    const members = [teamName.replace(' ', '-')];
    const entry = { contestId: 'c1', teamName, modelClass: 'llm' as const, models: ['some-model'], members };
    const { team } = await client.contestRegister(entry);
    await stage.admin('POST', '/admin/v1/teams', { contest: 'c1', team, state: 'approved' });
    clients.set(teamName, client);
  }
}, PATIENCE_MS);
afterAll(async () => {
  await stage?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The command line, in this process. */
async function outcry(...words: string[]): Promise<{ code: number; out: string }> {
  let out = '';
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => (out += String(text)) !== ''),
  );
  try {
    return { code: await commandLine([...words, '--data', join(folder, 'data')]), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A text that no figure makes the same as another. */
function lettersOf(nth: number): string {
  return `case ${String.fromCharCode(97 + (nth % 26))}`;
}

/** A log of a team, in its words; the body. */
async function say(name: string, nth: number): Promise<string> {
  const body = JSON.stringify({
    stage: 'Decision',
    model: 'some-model',
    input: { prompt: `${name}, moment ${nth}` },
    output: { decision: nth % 2 === 0 ? 'OPEN_LONG' : 'CLOSE_LONG', symbol: SYMBOL },
    explanation: WRITERS[name]!(nth),
  });
  await clients.get(name)!.uploadAiLog(body);
  return body;
}

async function trade(name: string, nth: number): Promise<void> {
  const body = await say(name, nth);
  const type = nth % 2 === 0 ? 1 : 3;
  const order = {
    symbol: SYMBOL,
    client_oid: boundTo(body),
    size: '0.01',
    type,
    order_type: 0,
    match_price: 1,
  } as const;
  await clients.get(name)!.placeOrder(order);
}

const TEXT =
  'the well known public framework looks at the last 0 candles of the market and the conditions of the hour support a buy s';

describe('outcry report templates', () => {
  it('says so while there is none, and of a contest that is none', async () => {
    const none = 'no text is sent by so many teams that it must be public';
    expect(await outcry('report', 'templates', 'c1')).toEqual({ code: 0, out: `${none}\n` });
    expect(await outcry('report', 'templates', 'c1', '--freeze', 'all')).toMatchObject({
      code: 1,
      out: expect.stringContaining(none),
    });
    expect(await outcry('report', 'templates', 'c9')).toMatchObject({
      code: 1,
      out: expect.stringContaining("'c9', which is none"),
    });
  });

  it('prints what three teams send, and freezes those that the organiser names', async () => {
    for (let nth = 0; nth < 6; nth++)
      for (const name of ['Known one', 'Known two', 'Known three', 'Author', 'Copier']) await say(name, nth);
    const { code, out } = await outcry('report', 'templates', 'c1');
    expect(code).toBe(0);
    expect(out).toContain(`\t3\t9\t${TEXT}`);
    expect(out).toContain('`outcry report templates c1 --freeze IDS` adds those that are public');
    expect(out).not.toContain('is how I call this hour');
    const { list } = JSON.parse((await outcry('report', 'templates', 'c1', '--json')).out) as {
      list: { id: string; text: string }[];
    };
    expect(list).toHaveLength(2);
    expect(await outcry('report', 'templates', 'c1', '--freeze', 'ffffffff')).toMatchObject({
      code: 1,
      out: expect.stringContaining(`needs 'all' or a list of ${list[0]!.id}, ${list[1]!.id}`),
    });
    const before = await rules();
    const done = await outcry('report', 'templates', 'c1', '--freeze', list[0]!.id);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`${list[0]!.text}\n1 text frozen`) });
    expect(await outcry('report', 'templates', 'c1', '--freeze', 'all')).toMatchObject({ code: 0 });
    expect((await outcry('report', 'templates', 'c1')).out).toBe(
      `frozen: ${list[0]!.text}\nfrozen: ${list[1]!.text}\nno text is sent by so many teams that it must be public\n`,
    );
    const after = await rules();
    expect(after.ruleset).toEqual({ ...before.ruleset, commonTemplates: list.map(({ text }) => text) });
    expect(after.index).toBeGreaterThan(before.index);
  });

  it(
    'only prints once the contest is live',
    async () => {
      await stage.pass(startMs);
      let nth = 0;
      await stage.pass(startMs + ORDERS * MINUTE, async () => {
        if ((stage.nowMs() - startMs) % MINUTE !== 0 || nth === ORDERS) return;
        for (const name of NAMES) await trade(name, nth);
        nth += 1;
      });
      const { code, out } = await outcry('report', 'templates', 'c1');
      expect([code, out]).toEqual([0, expect.stringContaining('contest c1 is in live: its rules are fixed')]);
      expect(out).toContain('\t3\t72\tanother framework nobody had named before looks');
      const { rulesetSha256 } = await config();
      expect(await outcry('report', 'templates', 'c1', '--freeze', 'all')).toMatchObject({
        code: 1,
        out: expect.stringContaining('contest c1 is in live; texts are frozen before it begins'),
      });
      expect((await config()).rulesetSha256).toBe(rulesetSha256);
    },
    PATIENCE_MS,
  );

  it(
    'leaves its users alone in the report, and lets nobody off who took the words of another',
    async () => {
      await stage.pass(startMs + (ORDERS + 4) * MINUTE);
      const { teams } = await stage.admin<{
        teams: { verdict: string; findings: { rule: string; severity: string }[] }[];
      }>('POST', '/admin/v1/reports/run', { contest: 'c1' });
      const found = Object.fromEntries(
        NAMES.map((name, nth) => [
          name,
          [teams[nth]!.verdict, ...teams[nth]!.findings.map(({ rule, severity }) => `${rule} ${severity}`)].join(' '),
        ]),
      );
      expect(found).toEqual({
        'Known one': 'VERIFIED',
        'Known two': 'VERIFIED',
        'Known three': 'VERIFIED',
        'Other one': 'VERIFIED V08 I V09 I',
        'Other two': 'VERIFIED V08 I V09 I',
        'Other three': 'VERIFIED V08 I V09 I',
        Author: 'VERIFIED V09 L',
        Copier: 'REVIEW V09 H',
      });
      const shown = (await outcry('report', 'show', 'c1')).out;
      for (const says of [VERDICT_SAYS.REVIEW, GRADE_SAYS.A, LEVEL_SAYS[0]]) expect(shown).toContain(`: ${says}\n`);
      const judge = stage.as(
        (await stage.admin<{ token: string }>('POST', '/admin/v1/credentials', { name: 'jane', role: 'judge' })).token,
      );
      const bundle = await judge<Uint8Array>('GET', '/admin/v1/bundle?contest=c1&variant=full');
      const policy = await (await fetch(`${stage.url}/ailog/policy`)).text();
      expect(checkBundleFile(bundle, policy)).toMatchObject({ outcome: 'findings', fault: null, unjudged: [] });
    },
    PATIENCE_MS,
  );
});

async function rules() {
  return (await fetch(`${stage.url}/capi/v2/contest/ruleset?id=c1`)).json() as Promise<{
    ruleset: object;
    index: number;
  }>;
}

async function config() {
  const { list } = await stage.admin<{ list: { config: { rulesetSha256: string } }[] }>('GET', '/admin/v1/contests');
  return list[0]!.config;
}
