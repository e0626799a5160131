// A contest from its first order to its bundle, over the wire: judged from the stored leaves, exported, and checked by
// a process that has nothing but the file and the policy.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBundle } from '../../src/bundle/bundle-file.ts';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import { aiClientOid } from '../../src/core/text/client-oid.ts';
import { bytesOf, sha256 } from '../ailog-vectors.ts';
import { PATIENCE_MS } from '../patience.ts';
import { outcryArgs } from '../cli/process.ts';
import { asks, CONTEST, credential, enter, openContest, untilLive } from './contest-kit.ts';
import type { Route } from '../../src/api/call/route.ts';
import { ROUTES } from '../../src/api/v2/index.ts';
import { type Kit, order, PLACE, quote, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

const UPLOAD = '/capi/v2/order/uploadAiLog';

let kit: Kit;
let ann: TestAccount;
let ben: TestAccount;
let judge: string;
let policy: string;
/** The board of a minute that is past, as everybody could ask for it then. */
let pastBoard: { readonly at: number };
let reported: any;
/** What Ann's own bundle was, and what others could ask, while the contest was looked back at. */
let before: { readonly own: Buffer; readonly findings: any; readonly mine: any };
/** A log of Ann's and an order of hers. */
let annLog: string;
let annOrder: string;
const folder = mkdtempSync(join(tmpdir(), 'outcry-evidence-'));

beforeAll(async () => {
  kit = await startKit(['--rate-limit-ip-budget', '1000000', '--rate-limit-uid-budget', '1000000']);
  ann = await kit.newAccount({ balance: '100' });
  ben = await kit.newAccount({ balance: '100' });
  judge = await credential(kit, 'jo', 'judge');
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  const startMs = Date.now() + 2_500;
  await openContest(kit, 'c1', 2_500, {
    startMs,
    endMs: startMs + 4_000,
    evidenceUntilMs: startMs + 4_500,
    practice: true,
    disclosure: { what: 'none', delayMs: 0 },
  });
  await enter(kit, 'c1', ann, 'Alpha');
  await enter(kit, 'c1', ben, 'Beta');
  await untilLive(kit, 'c1');
  await trade();
  await untilPhase('review');
  pastBoard = await get(`leaderboard?id=c1&at=${startMs}`);
  await vi.waitFor(runReport, { timeout: PATIENCE_MS, interval: 300 });
  before = {
    own: Buffer.from(await kit.client(ann).contestOwnBundle({ id: 'c1' })),
    findings: (await get('team?id=c1&team=t2')).findings,
    mine: (await kit.get(ben, `${CONTEST}/me`)).json.findings,
  };
  await expect(exported('variant=public')).rejects.toThrow('is in review; what is for everybody needs it final');
  await kit.admin('POST', '/admin/v1/contests/move', { contest: 'c1', phase: 'final' });
  policy = (await kit.send({ target: '/ailog/policy' })).text;
}, PATIENCE_MS);
afterAll(async () => {
  await kit.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (target: string): Promise<any> => (await kit.send({ target: `${CONTEST}/${target}` })).json;

/** Ann says why before each order; Ben only once, and a stranger trades and logs beside them. */
async function trade(): Promise<void> {
  for (const nth of [1, 2, 3]) {
    const body = logOf(`only Alpha knows ${nth}`);
    const uploaded = await kit.post(ann, UPLOAD, body);
    expect(uploaded.status).toBe(200);
    annLog = String(uploaded.headers['ai-log-index']);
    const placed = await kit.post(ann, PLACE, order({ size: '0.001', client_oid: aiClientOid(sha256(bytesOf(body))) }));
    expect(placed.status).toBe(200);
    annOrder = placed.json.order_id;
  }
  expect((await kit.post(ben, UPLOAD, logOf('only Beta knows'))).status).toBe(200);
  expect((await kit.post(ben, PLACE, order({ size: '0.002', type: '2' }))).status).toBe(200);
  expect((await kit.post(kit.bob, UPLOAD, logOf('a stranger'))).status).toBe(200);
  expect((await kit.post(kit.bob, PLACE, order({ size: '0.001' }))).status).toBe(200);
}

function logOf(prompt: string): string {
  const decided = { decision: 'OPEN_LONG', symbol: SYMBOL };
  return JSON.stringify({ stage: 'Decision', model: 'some-model-1', input: { prompt }, output: decided });
}

async function untilPhase(phase: string): Promise<void> {
  const look = async (): Promise<void> => expect((await get('info?id=c1')).phase).toBe(phase);
  await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 200 });
}

/** Counts as the last word only when it was made after the evidence is in. */
async function runReport(): Promise<void> {
  reported = await kit.admin('POST', '/admin/v1/reports/run', { contest: 'c1' });
  const config = (await get('info?id=c1')).config;
  expect(Date.now()).toBeGreaterThan(config.evidenceUntilMs + 1_000);
}

/** A bundle of the administration's, by a judge. */
async function exported(query: string, token = judge): Promise<Buffer> {
  const response = await fetch(`${kit.app.adminUrl}/admin/v1/bundle?contest=c1&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(bytes.toString());
  return bytes;
}

/** What `outcry verify` says of it, in a folder with nothing else. */
function verified(bytes: Buffer, ...more: readonly string[]) {
  writeFileSync(join(folder, 'bundle.tar.gz'), bytes);
  writeFileSync(join(folder, 'policy'), policy);
  const args = [...outcryArgs(), 'verify', 'bundle.tar.gz', '--policy', 'policy', '--json', ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return { status, answer: JSON.parse(stdout) };
}

const WHOLE = [
  'the report follows from the leaves, byte for byte',
  'the board the contest ended with follows from the leaves',
];

describe('a report', () => {
  it('judges every order by the logs that are stored', () => {
    const [alpha, beta] = reported.teams;
    expect(alpha).toMatchObject({ team: 't1', counted: 3, covered: 3, grades: { A: 3 }, findings: [] });
    expect(alpha.verdict).toBe('VERIFIED');
    expect(beta).toMatchObject({ team: 't2', counted: 1, covered: 0, verdict: 'REVIEW' });
    expect(beta.findings.map(({ rule }: any) => rule)).toEqual(['V01', 'V02']);
  });

  it('is on the board, at the team, and with the team itself', async () => {
    const board = await get('leaderboard?id=c1');
    expect(board.rows.find(({ team }: any) => team === 't1')).toMatchObject({
      verdict: 'VERIFIED',
      coveredPpm: 1_000_000,
    });
    expect((await get('team?id=c1&team=t2')).findings).toEqual(reported.teams[1].findings);
  });

  it('is read by hash, and puts first whom to look at first', async () => {
    const { list } = (await asks(kit, judge, 'GET', '/admin/v1/reports?contest=c1')).json;
    expect(list[0]).toMatchObject({ sha256: reported.reportSha256, logSize: reported.logSize });
    const text = await fetch(`${kit.app.adminUrl}/admin/v1/report?contest=c1`, {
      headers: { authorization: `Bearer ${judge}` },
    });
    expect(Buffer.from(sha256(new Uint8Array(await text.arrayBuffer()))).toString('hex')).toBe(reported.reportSha256);
    const queue = (await asks(kit, judge, 'GET', '/admin/v1/queue?contest=c1')).json.list;
    expect(queue.map(({ team, verdict }: any) => [team, verdict])).toEqual([
      ['t2', 'REVIEW'],
      ['t1', 'VERIFIED'],
    ]);
    expect(queue[1]).toMatchObject({ counted: 3, covered: 3, coveredPpm: 1_000_000, high: [], medium: [], case: null });
  });

  it('keeps a dossier of each team, in which who runs the contest sees no word of a body', async () => {
    const dossierOf = (token: string, team: string) =>
      asks(kit, token, 'GET', `/admin/v1/dossier?contest=c1&team=${team}`);
    const { json: alpha } = await dossierOf(judge, 't1');
    expect(alpha).toMatchObject({ team: 't1', name: 'Alpha', uid: ann.uid, report: reported.reportSha256, cases: [] });
    expect(alpha.dossier.orders.A).toHaveLength(3);
    expect(alpha.dossier.orders.A[2]).toMatchObject({ orderId: annOrder, log: Number(annLog), link: 'hash' });
    expect(alpha.dossier.templates).toMatchObject({ logs: 3, distinct: 1, clusters: [{ count: 3 }] });
    expect(alpha.dossier.templates.clusters[0].text).toContain('open_long');
    const { json: beta } = await dossierOf(judge, 't2');
    expect(beta.findings).toEqual(reported.teams[1].findings);
    expect(beta.dossier.orders.U).toHaveLength(1);
    const owner = await credential(kit, 'otto', 'owner');
    const { text: seen, ...rest } = (await dossierOf(owner, 't1')).json.dossier.templates.clusters[0];
    expect([seen, rest.count]).toEqual([null, 3]);
    const auditor = await credential(kit, 'ada', 'auditor');
    const { list } = (await asks(kit, auditor, 'GET', '/admin/v1/reads')).json;
    expect(
      list.filter(({ what }: any) => what.startsWith('dossier')).map(({ name, what }: any) => [name, what]),
    ).toEqual(
      expect.arrayContaining([
        ['jo', 'dossier of team t1 of contest c1'],
        ['jo', 'dossier of team t2 of contest c1'],
      ]),
    );
    expect(JSON.stringify(list)).not.toContain('otto');
    expect((await dossierOf(judge, 't9')).json.msg).toContain("team is 't9', which is none of contest c1");
  });
});

describe('a bundle', () => {
  it('in full is verified by a process without the data folder, to the byte', async () => {
    const bytes = await exported('variant=full');
    const { status, answer } = verified(bytes);
    expect(answer.fault).toBeNull();
    expect(answer.checked).toEqual(expect.arrayContaining(WHOLE));
    expect([status, answer.unchecked]).toEqual([1, []]);
    const files = readBundle(bytes);
    const text = Buffer.concat(
      [...files].flatMap(([path, file]) => (path.startsWith('bodies/') ? [file] : [])),
    ).toString();
    expect(text).toContain('only Alpha knows 3');
    expect(text).toContain('only Beta knows');
    expect(text).not.toContain('a stranger');
  });

  it('proves the board of a past minute, and finds one that is another', async () => {
    const bytes = await exported('variant=full');
    writeFileSync(join(folder, 'board.json'), JSON.stringify(pastBoard));
    const proven = verified(bytes, '--board', 'board.json');
    expect(proven.answer.checked).toContain(`the board of ${pastBoard.at} that was given follows from the leaves`);
    const forged = JSON.stringify(pastBoard).replace('"pnl":"0"', '"pnl":"1"');
    expect(forged).not.toBe(JSON.stringify(pastBoard));
    writeFileSync(join(folder, 'board.json'), forged);
    const found = verified(bytes, '--board', 'board.json');
    expect([found.status, found.answer.fault]).toEqual([
      2,
      `the board of ${pastBoard.at} that was given does not follow from the leaves`,
    ]);
  });

  it('for everybody shows orders and minutes, no body, and what was taken over', async () => {
    const sent = await fetch(`${kit.url}${CONTEST}/bundle?id=c1`);
    expect(sent.headers.get('content-type')).toBe('application/gzip');
    const bytes = Buffer.from(await sent.arrayBuffer());
    const { status, answer } = verified(bytes);
    expect([status, answer.fault]).toEqual([5, null]);
    expect(answer.unjudged.map(({ team }: any) => team)).toContain('t1');
    expect(answer.checked).toContain(WHOLE[1]);
    expect(answer.unchecked.join()).toContain('AI logs were withheld');
    const files = readBundle(bytes);
    expect([...files.keys()].some((path) => path.startsWith('bodies/'))).toBe(false);
    const text = Buffer.concat([...files.values()]).toString();
    expect(text).not.toContain('knows');
    expect(text).not.toContain(`\\"uid\\":\\"${kit.bob.uid}\\"`);
    // Made once: the same file again.
    expect(Buffer.from(await (await fetch(`${kit.url}${CONTEST}/bundle?id=c1`)).arrayBuffer())).toEqual(bytes);
  });

  it("of a team's own has its bodies and nobody else's", async () => {
    const own = await kit.client(ann).contestOwnBundle({ id: 'c1' });
    const { answer } = verified(Buffer.from(own));
    expect(answer.fault).toBeNull();
    expect(answer.checked).toContain('the report is the one whose hash is in its leaf');
    expect(readBundle(own).has('own-report.json')).toBe(false);
    const text = Buffer.concat([...readBundle(own).values()]).toString();
    expect(text).toContain('only Alpha knows 1');
    expect(text).not.toContain('Beta knows');
    expect(text).not.toContain(`\\"uid\\":\\"${ben.uid}\\"`);
    const stranger = await kit.get(kit.bob, `${CONTEST}/ownBundle?id=c1`);
    expect(stranger.json).toMatchObject({ code: '40020' });
  });

  it("of a team's own has its own part of the report alone until the contest is final, and says what that proves", () => {
    const files = readBundle(before.own);
    expect([...files.keys()].filter((path) => path.endsWith('report.json'))).toEqual(['own-report.json']);
    const { teams, orders, ...rest } = JSON.parse(Buffer.from(files.get('own-report.json')!).toString());
    const [alpha] = reported.teams;
    expect(teams).toEqual([alpha]);
    expect(orders.map(({ team, log }: any) => [team, typeof log])).toEqual(
      Array.from({ length: 3 }, () => ['t1', 'number']),
    );
    const { reportSha256, logSize } = reported;
    expect(rest).toMatchObject({ contest: 'c1', reportSha256, logSize });
    // Ben's order is a leaf whose owner nothing in it tells.
    const text = Buffer.concat([...files.values()]).toString();
    expect(text).not.toContain('Beta knows');
    expect(text).not.toContain(`\\"uid\\":\\"${ben.uid}\\"`);
    for (const path of ['own-report.json', 'leaves.jsonl'])
      expect(Buffer.from(files.get(path)!).toString()).not.toMatch(/"t2\\?"/);
    const { status, answer } = verified(before.own);
    expect([status, answer.fault]).toEqual([5, null]);
    expect(answer.checked).toContain('the logs that decide about 3 orders are those the leaves say');
    expect(answer.checked.join()).not.toContain('hash is in its leaf');
    expect(answer.unchecked.join()).toContain('the report, of which only what concerns t1 is in it');
    expect(answer.teams).toEqual([{ team: 't1', verdict: 'VERIFIED', findings: [] }]);
  });

  it('the findings about a team point to no leaf before that, but to the team itself', () => {
    const { findings } = reported.teams[1];
    expect(findings.map(({ evidence }: any) => evidence.length)).not.toContain(0);
    expect(before.findings).toEqual(findings.map((one: any) => ({ ...one, evidence: [] })));
    expect(before.mine).toEqual(findings);
  });

  it("of a team's own is made one at a time, whoever asks beside", async () => {
    const ask = (who: TestAccount) => kit.get(who, `${CONTEST}/ownBundle?id=c1`);
    await vi.waitFor(
      async () => {
        const [first, second, other] = await Promise.all([ask(ann), ask(ann), ask(ben)]);
        expect(other.status).toBe(200);
        const refused = [first, second].filter(({ status }) => status !== 200);
        // A connection may have been so slow that the first was there already.
        expect(refused).toHaveLength(1);
        expect([refused[0]!.json.code, refused[0]!.headers['x-ratelimit-scope']]).toEqual(['429', 'bundles']);
        expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
      },
      { timeout: PATIENCE_MS, interval: 1 },
    );
    expect((await ask(ann)).status).toBe(200);
  });

  it('with bodies is for judges and auditors, and who took it is written down', async () => {
    const owner = await credential(kit, 'olga', 'owner');
    await expect(exported('variant=full', owner)).rejects.toThrow('a judge or an auditor');
    await expect(exported('variant=everything')).rejects.toThrow('needs public, full or team');
    await exported('variant=team&team=t2');
    const auditor = await credential(kit, 'al', 'auditor');
    const [last] = (await asks(kit, auditor, 'GET', '/admin/v1/reads')).json.list;
    expect(last).toMatchObject({ name: 'jo', what: 'bundle of contest c1, of team t2' });
    expect(readdirSync(join(kit.data, 'bundles'))).toEqual(['c1.tar.gz']);
  });

  it('that has one byte changed is broken, and says where', async () => {
    const bytes = await exported('variant=full');
    const at = bytes.length >> 1;
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] as number) ^ 1;
    const { status, answer } = verified(flipped);
    expect([status, answer.outcome]).toEqual([2, 'broken']);
    expect(checkBundleFile(flipped, policy).fault).toBe(answer.fault);
    expect(answer.fault).toMatch(/its seal is not that of its bytes: .*'(bodies|minutes|tile)?[^']*'/);
  });
});

describe("another team's bodies", () => {
  /** Whatever an answer is, as text: files unpacked. */
  const textOf = (answer: { readonly headers: object; readonly raw: Buffer }): string =>
    answer.raw[0] === 0x1f ? Buffer.concat([...readBundle(answer.raw).values()]).toString() : answer.raw.toString();

  it('are in no answer of any route, asked about that team with its own ids, by another team, a stranger or nobody', async () => {
    const known = {
      index: annLog,
      orderId: annOrder,
      id: 'c1',
      contestId: 'c1',
      team: 't1',
      teams: 't1',
      symbol: SYMBOL,
    };
    const ask = async (who: TestAccount | null, { method, path, sample }: Route): Promise<string> => {
      const given = method === 'GET' ? Object.fromEntries(new URLSearchParams(sample)) : JSON.parse(sample);
      for (const [name, value] of Object.entries(known)) if (name in given) given[name] = value;
      const query = method === 'GET' ? `?${new URLSearchParams(given).toString()}` : '';
      const body = method === 'GET' ? '' : JSON.stringify(given);
      const { headers } = signedRequest(who ?? ben, method, `${path}${query}`, body);
      const response = await fetch(`${kit.url}${path}${query}`, {
        method,
        headers: who === null ? {} : (headers as Record<string, string>),
        ...(method === 'GET' ? {} : { body }),
      });
      return textOf({ headers: response.headers, raw: Buffer.from(await response.arrayBuffer()) });
    };
    const asked = ROUTES.filter(({ needsAllowlist }) => needsAllowlist !== true);
    for (const route of asked) {
      for (const who of [ben, kit.bob, null])
        expect([route.operation, (await ask(who, route)).includes('only Alpha knows')]).toEqual([
          route.operation,
          false,
        ]);
    }
    expect(asked.length).toBeGreaterThan(60);
    const own = asked.filter(({ operation }) => operation === 'aiLog' || operation === 'contestOwnBundle');
    for (const route of own)
      expect([route.operation, (await ask(ann, route)).includes('only Alpha knows')]).toEqual([route.operation, true]);
  });

  it('are in nothing the log publishes', async () => {
    const size = Number((await kit.send({ target: '/ailog/checkpoint' })).text.split('\n')[1]);
    const entries = await kit.send({ target: `/ailog/tile/entries/000.p/${size}` });
    expect(entries.status).toBe(200);
    expect(entries.text).not.toContain('Alpha knows');
  });
});

describe('what was changed in the store', () => {
  it('is found by whoever makes a bundle of it', async () => {
    const database = new DatabaseSync(join(kit.data, 'outcry.db'), { timeout: 5_000 });
    const row = database.prepare('SELECT at_ms, payload FROM contest_minute ORDER BY at_ms DESC LIMIT 1').get() as any;
    const put = database.prepare('UPDATE contest_minute SET payload = ? WHERE at_ms = ?');
    put.run(String(row.payload).replace('"flows":"0"', '"flows":"1"'), row.at_ms);
    await expect(exported('variant=full')).rejects.toThrow('its minute does not open equity of its header');
    put.run(row.payload, row.at_ms);
    database.close();
    expect(verified(await exported('variant=full')).answer.fault).toBeNull();
  });
});
