// The files of an answer in a case: their bytes are kept, their hashes stand in the log, and every read is written
// down. What is refused is not kept.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asks, CONTEST, credential, enter, openContest, untilLive } from './contest-kit.ts';
import { type Kit, startKit, type TestAccount } from './kit.ts';

let kit: Kit;
let ann: TestAccount;
let jane: string;
beforeAll(async () => {
  kit = await startKit(['--rate-limit-ip-budget', '1000000', '--rate-limit-uid-budget', '1000000']);
  ann = await kit.newAccount({ balance: '100' });
  jane = await credential(kit, 'jane', 'judge');
  await openContest(kit, 'c1', 2_000);
  await enter(kit, 'c1', ann, 'Alpha');
  await untilLive(kit, 'c1');
  await step({ team: 't1', step: 'open', text: 'Orders without logs' });
  await step({ case: 'k1', step: 'notice', text: 'The evidence' });
});
afterAll(() => kit.stop());

const step = (fields: object) => asks(kit, jane, 'POST', '/admin/v1/cases/step', { contest: 'c1', ...fields });
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const answer = (files: unknown, fields: object = {}) =>
  kit.post(ann, `${CONTEST}/answer`, { contestId: 'c1', caseId: 'k1', text: 'See the files', files, ...fields });

async function readFile(sha256: string, token: string): Promise<{ status: number; type: string; bytes: Buffer }> {
  const response = await fetch(`${kit.app.adminUrl}/admin/v1/file?sha256=${sha256}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type') ?? '', bytes };
}

const picture = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 256));
/** A name that anything may be but a path, a line or a mark. */
const HOSTILE = "it's `$(rm -rf)` & 证据 #1 %2e.html";

it('keeps the bytes under their hash, for judges and auditors, each read of whom is written down', async () => {
  const files = [
    { name: 'screen.png', file: base64(picture) },
    { name: HOSTILE, file: base64('<script>alert(1)</script>') },
  ];
  expect((await answer(files)).json).toMatchObject({ case: 'k1', step: 'answer' });
  const named = [
    { name: 'screen.png', sha256: digest(picture), size: 5_000 },
    { name: HOSTILE, sha256: digest('<script>alert(1)</script>'), size: 25 },
  ];
  const own = (await kit.get(ann, `${CONTEST}/me`)).json.cases[0];
  expect(own.said.at(-1)).toMatchObject({ step: 'answer', text: 'See the files', files: named });
  const { said } = (await asks(kit, jane, 'GET', '/admin/v1/cases?contest=c1')).json.list[0];
  expect(said.at(-1)).toMatchObject({ step: 'answer', files: named });
  const read = await readFile(digest(picture), jane);
  expect(read).toMatchObject({ status: 200, type: 'application/octet-stream' });
  expect(read.bytes.equals(picture)).toBe(true);
  const eve = await credential(kit, 'eve', 'auditor');
  expect((await readFile(named[1]!.sha256, eve)).bytes.toString()).toBe('<script>alert(1)</script>');
  const reads = (await asks(kit, eve, 'GET', '/admin/v1/reads')).json.list;
  expect(reads.map(({ name, role, what }: any) => [name, role, what])).toEqual(
    expect.arrayContaining([
      ['jane', 'judge', `file ${digest(picture)}`],
      ['eve', 'auditor', `file ${named[1]!.sha256}`],
    ]),
  );
  const otto = await credential(kit, 'otto', 'owner');
  expect((await readFile(digest(picture), otto)).status, 'who runs the contest has no part in it').toBe(403);
  expect((await readFile('ab'.repeat(32), jane)).status).toBe(400);
});

it.each([
  ['no list', 'a.txt', 'files'],
  ['no object', ['a.txt'], 'files[0]'],
  ['no name', [{ file: base64('x') }], 'name has 0 characters, needs 1 to 100'],
  ['a long name', [{ name: 'n'.repeat(101), file: base64('x') }], 'name has 101 characters'],
  ['no file', [{ name: 'a' }], 'files[0]: file has 0 bytes'],
  ['what is no base64', [{ name: 'a', file: 'x!' }], 'files[0]: file is not base64'],
  ['base64 without padding', [{ name: 'a', file: 'bm8' }], 'files[0]: file is not base64'],
  ['one byte too many', [{ name: 'a', file: base64(Buffer.alloc(393_216 + 1)) }], 'stringTooLong at $.files[0].file'],
  [
    'too many',
    Array.from({ length: 21 }, () => ({ name: 'a', file: base64('x') })),
    'found 21 files, needs at most 20',
  ],
])('refuses %s and says what is needed', async (_, files, words) => {
  const { status, text } = await answer(files);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text).toContain(words);
});

it.each([
  '../../etc/passwd',
  'a\\b',
  'a\nb',
  'a\u202egnp.exe',
  'a\u200bb',
  '\u001b[31m',
  '.bashrc',
  'a.',
  ' a',
  '<b>',
  'C:a',
])('refuses the name %j and says what is needed', async (name) => {
  const { status, text } = await answer([{ name, file: base64('x') }]);
  expect([status, text]).toEqual([400, expect.stringContaining('needs a plain name of a file')]);
});

it('takes one as large as it says, and refuses a request beyond a mebibyte', async () => {
  const largest = Buffer.alloc(393_216, 7);
  expect((await answer([{ name: 'large', file: base64(largest) }])).json).toMatchObject({ step: 'answer' });
  expect((await readFile(digest(largest), jane)).bytes.equals(largest)).toBe(true);
  const three = [1, 2, 3].map((nth) => ({ name: `n${nth}`, file: base64(Buffer.alloc(300_000, nth)) }));
  expect((await answer(three)).status).toBe(413);
  expect((await answer([], { text: 'a\u0000b' })).text, 'PostgreSQL keeps no such text').toContain('U+0000');
});

it('keeps nothing of a step that can not be taken', async () => {
  const many = Array.from({ length: 18 }, (_, nth) => ({ name: `n${nth}`, file: base64(`file ${nth}`) }));
  const full = await answer(many);
  expect(full.text).toContain('the case has 3 files of 20, 18 more do not fit');
  expect((await readFile(digest('file 0'), jane)).status).toBe(400);
  expect((await answer(many.slice(0, 17))).status, 'and takes as many as do fit').toBe(200);
  expect((await answer([], { waive: true })).json).toMatchObject({ step: 'waive' });
  const proposal = { case: 'k1', step: 'propose', outcome: 'warned', rules: ['V03'], publicText: 'Rule V03' };
  expect((await step(proposal)).status).toBe(200);
  const late = await answer([{ name: 'late', file: base64('too late') }]);
  expect(late.text).toContain('case k1 is proposed; answer needs noticed');
  expect((await readFile(digest('too late'), jane)).status).toBe(400);
});
