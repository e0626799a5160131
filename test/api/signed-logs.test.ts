// AI logs signed by their team, over the wire: the key is registered, the clients sign by themselves, a wrong signature
// keeps nothing, and what was signed is in the log's header for anybody who is given it.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vectors from '../vectors/signature.json' with { type: 'json' };
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { createClient, createClientFromEnv } from '../../src/client/index.ts';
import { isSignedBy } from '../../src/core/log/signature.ts';
import { root } from '../cli/process.ts';
import { CONTEST, openContest } from './contest-kit.ts';
import { type Kit, startKit, type TestAccount } from './kit.ts';

const { logKey, publicKey } = vectors.cases[0] as { logKey: string; publicKey: string };
const HOUR_MS = 3_600_000;

let kit: Kit;
let team: TestAccount;
let teamId: string;
const entry = { contestId: 'c1', teamName: 'Signers', modelClass: 'llm', members: ['m-1'] };
beforeAll(async () => {
  kit = await startKit();
  team = await kit.newAccount({ allowed: true });
  await openContest(kit, 'c1', HOUR_MS);
  teamId = (await kit.post(team, `${CONTEST}/register`, { ...entry, publicKey })).json.team;
});
afterAll(() => kit?.stop());

let count = 0;
const log = () => ({ stage: 'Decision', model: 'm-1', input: { n: ++count }, output: { decision: 'HOLD' } });
const signing = () => createClient({ url: kit.url, ...team, logKey });
const headerOf = async (index: number) => {
  const { header, body } = await kit.client(team).aiLog({ index });
  return { ...(JSON.parse(header!) as { sig: string | null }), body: body! };
};

describe('a team with a key', () => {
  it('is shown with it by everybody’s answers, and its leaf says so', async () => {
    const shown = await kit.client(team).contestTeam({ id: 'c1', team: teamId });
    expect(shown).toMatchObject({ publicKey });
    const { list } = (await kit.admin('GET', '/admin/v1/contests')) as { list: { teams: object[] }[] };
    expect(list[0]!.teams[0]).toMatchObject({ publicKey });
  });

  it.each([
    ['no base64', '?'],
    ['31 bytes', Buffer.alloc(31, 7).toString('base64')],
    ['a point of small order', Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64')],
    ['one with a sign', Buffer.from(`ec${'ff'.repeat(31)}`, 'hex').toString('base64')],
    ['a whole DER key', Buffer.alloc(44, 7).toString('base64')],
  ])('is not entered with %s', async (_, wrong) => {
    const other = await kit.newAccount();
    const body = { ...entry, teamName: 'Others', members: ['m-2'], publicKey: wrong };
    const { status, json } = await kit.post(other, `${CONTEST}/register`, body);
    expect([status, json.code, json.hint]).toEqual([
      400,
      '40020',
      expect.stringContaining('an Ed25519 public key, 32 bytes as base64'),
    ]);
  });

  it('signs by its client alone, whichever door it takes, and the signature is in the header', async () => {
    const { headers } = await signing().call('uploadAiLog', log());
    expect(headers.get('AI-LOG-WARNINGS')).toBeNull();
    const { sig, body } = await headerOf(Number(headers.get('AI-LOG-INDEX')));
    const digest = createHash('sha256').update(body).digest();
    expect(isSignedBy(publicKey, sig!, digest, verifyEd25519)).toBe(true);
    const third = await signing().post('/capi/v3/order/uploadAiLog', { ...log(), explanation: 'flat' });
    expect((await headerOf(Number(third.headers.get('AI-LOG-INDEX')))).sig).not.toBeNull();
    const env = { OUTCRY_URL: kit.url, OUTCRY_LOG_KEY: logKey };
    const fromEnv = createClientFromEnv(team, env);
    const again = await fromEnv.call('uploadAiLog', log());
    expect((await headerOf(Number(again.headers.get('AI-LOG-INDEX')))).sig).not.toBeNull();
  });

  it('has nothing kept of a wrong signature, and reads what is needed', async () => {
    const before = (await kit.client(team).aiLogs({ limit: 100 })).list.length;
    const { sig } = vectors.cases[0]!;
    for (const [wrong, said] of [
      [sig, 'is no signature of this body by the key your team registered'],
      ['AAAA', 'needs an Ed25519 signature, 64 bytes as base64'],
      ['', 'needs an Ed25519 signature'],
    ] as const) {
      const asked = kit.client(team).call('uploadAiLog', log(), { headers: { 'AI-LOG-SIGNATURE': wrong } });
      await expect(asked).rejects.toMatchObject({ status: 400, code: '40017', message: expect.stringContaining(said) });
      const tried = await kit.client(team).call('aiValidate', log(), { headers: { 'AI-LOG-SIGNATURE': wrong } });
      expect(tried.answer).toMatchObject({ ok: false, error: { code: '40017', msg: expect.stringContaining(said) } });
    }
    expect((await kit.client(team).aiLogs({ limit: 100 })).list).toHaveLength(before);
  });

  it('is told of a log it did not sign, which is kept', async () => {
    const { headers } = await kit.client(team).call('uploadAiLog', log());
    expect(headers.get('AI-LOG-WARNINGS')).toBe('NOT_SIGNED');
    expect((await kit.client(team).aiValidate(log())).warnings).toEqual(['NOT_SIGNED']);
    expect((await headerOf(Number(headers.get('AI-LOG-INDEX')))).sig).toBeNull();
  });

  const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
  it.skipIf(!hasPython)('signs by the Python client as well (needs Python with cryptography)', async () => {
    const program = [
      'from outcry import Client',
      'with Client.from_env() as client:',
      '    body = {"stage": "s", "model": "m", "input": {"from": "Python"}, "output": {"decision": "HOLD"}}',
      '    print(client.call("uploadAiLog", body).headers["AI-LOG-INDEX"])',
    ].join('\n');
    const env = {
      ...process.env,
      PYTHONPATH: join(root, 'clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      OUTCRY_URL: kit.url,
      OUTCRY_KEY: team.apiKey,
      OUTCRY_SECRET: team.secret,
      OUTCRY_PASSPHRASE: team.passphrase,
      OUTCRY_LOG_KEY: logKey,
    };
    const { stdout, stderr } = await promisify(execFile)('python3', ['-c', program], { env });
    expect(stderr).toBe('');
    const { sig, body } = await headerOf(Number(stdout));
    expect(isSignedBy(publicKey, sig!, createHash('sha256').update(body).digest(), verifyEd25519)).toBe(true);
  });
});

describe('who has no key', () => {
  it('is told that nobody checked its signature, and the log is kept without it', async () => {
    const account = await kit.newAccount({ allowed: true });
    const client = createClient({ url: kit.url, ...account, logKey });
    const { headers } = await client.call('uploadAiLog', log());
    expect(headers.get('AI-LOG-WARNINGS')).toBe('SIGNATURE_UNCHECKED');
    const { header } = await client.aiLog({ index: Number(headers.get('AI-LOG-INDEX')) });
    expect(JSON.parse(header!)).toMatchObject({ sig: null });
    const plain = await kit.client(account).call('uploadAiLog', log());
    expect(plain.headers.get('AI-LOG-WARNINGS')).toBeNull();
  });

  it('finds a fault of a key in its row of a list', async () => {
    const csv = `name,publicKey\nFine,${publicKey}\nWrong,AAAA\n`;
    const found = (await kit.admin('POST', '/admin/v1/teams/register', { contest: 'c1', csv })) as {
      faults: object[];
    };
    expect(found.faults).toEqual([
      {
        line: 3,
        column: 'publickey',
        msg: "is 'AAAA', needs an Ed25519 public key, 32 bytes as base64, no point of small order",
      },
    ]);
    const act = { contest: 'c1', csv: `name,publicKey\nFine,${publicKey}\n`, act: true };
    await kit.admin('POST', '/admin/v1/teams/register', act);
    const { list } = (await kit.admin('GET', '/admin/v1/contests')) as { list: { teams: object[] }[] };
    expect(list[0]!.teams.at(-1)).toMatchObject({ name: 'Fine', publicKey, state: 'approved' });
  });
});
