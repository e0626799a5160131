// examples/check_bundle.py shares no code with the exchange: it takes what `outcry verify` takes, finds what was
// changed in a bundle, whatever it was, and says what it does not check. Skipped, and said so, without Python.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { bytesOf } from '../ailog-vectors.ts';
import { PATIENCE_MS } from '../patience.ts';
import { root } from '../source.ts';
import { bundleFiles, packed, POLICY, type Variant } from './bundle-day.ts';
import { ContestDay, MINUTE } from './contest-day.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-check-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program makes of a bundle. */
function check(bundle: Uint8Array, policy = POLICY) {
  writeFileSync(join(folder, 'bundle.tar.gz'), bundle);
  writeFileSync(join(folder, 'policy'), policy);
  const words = [join(root, 'examples/check_bundle.py'), join(folder, 'bundle.tar.gz'), join(folder, 'policy')];
  const { status, stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', timeout: PATIENCE_MS });
  return { status, stdout, stderr };
}

/** Two teams with an order, a fill and a minute each; a body has an explanation and letters of more than a byte. */
function day(): ContestDay {
  const one = new ContestDay().team('t1', '1000001').team('t2', '1000002').begin();
  one.log({ output: { decision: 'HOLD', note: 'größer 买入 \u{1f600}' }, explanation: 'a "quoted" reason' });
  const first = one.pair();
  const second = one.after(MINUTE).pair({ uid: '1000002' });
  one.after(MINUTE).minute(
    [{ orderId: first }, { orderId: second, uid: '1000002' }],
    [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }],
    [
      { equity: '9999.5', flows: '0', team: 't1' },
      { equity: '10003', flows: '1', team: 't2' },
    ],
  );
  return one;
}

type Change = (files: Map<string, Uint8Array>) => void;

/** The bundle with something changed, under a manifest and a seal that fit. */
async function changed(change: Change, variant: Variant = 'full'): Promise<Buffer> {
  const { files } = bundleFiles(day(), variant);
  change(files);
  return packed(files);
}

const text = (files: Map<string, Uint8Array>, path: string): string => Buffer.from(files.get(path)!).toString();
const edit =
  (path: RegExp, from: RegExp | string, to: string): Change =>
  (files) => {
    const found = [...files.keys()].find((one) => path.test(one))!;
    const before = text(files, found);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`nothing to change in ${found}`);
    files.set(found, bytesOf(after));
  };
/** Another bit of a byte in the middle. */
const flip =
  (path: RegExp): Change =>
  (files) => {
    const found = [...files.keys()].find((one) => path.test(one))!;
    const bytes = Buffer.from(files.get(found)!);
    bytes[bytes.length >> 1]! ^= 1;
    files.set(found, bytes);
  };
const rows = (files: Map<string, Uint8Array>) =>
  text(files, 'leaves.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
/** Changes the first row that has a field. */
const editRow =
  (field: string, to: (row: any) => unknown): Change =>
  (files) => {
    const all = rows(files);
    const at = all.findIndex((row) => field in row);
    all[at] = { ...all[at], [field]: to(all[at]) };
    files.set('leaves.jsonl', bytesOf(all.map((row) => `${canonicalText(row)}\n`).join('')));
  };
const otherKey = Buffer.alloc(32, 7).toString('base64');

describe.skipIf(!hasPython)('check_bundle.py (needs Python)', () => {
  it('takes a bundle that agrees, makes its board again, and says what it does not check', async () => {
    const { status, stdout, stderr } = check(await changed(() => undefined));
    expect([status, stderr]).toEqual([0, '']);
    for (const line of [
      'checked      every file is the one the manifest names',
      'checked      the board the contest ended with follows from the minutes and the orders',
      'not checked  grades, findings and verdicts, which `outcry verify` judges again (t1 VERIFIED, t2 VERIFIED)',
      "not checked  whether the times are right: they are the exchange's own clock",
      'what is checked agrees',
    ])
      expect(stdout.split('\n')).toContain(line);
    expect(stdout).toMatch(/checked {6}\d+ leaves open, 3 bodies and 1 minutes with them/);
  });

  it.each(['team', 'orders', 'none'] as const)('names what a bundle of variant %s withholds', async (variant) => {
    const { status, stdout } = check(await changed(() => undefined, variant));
    expect(status).toBe(0);
    expect(stdout).toMatch({ team: /1 AI logs, /, orders: /3 AI logs, /, none: /2 orders, / }[variant]);
  });

  it('takes a log of several tiles', async () => {
    const long = day();
    for (let at = 0; at < 300; at++) long.log({ output: { decision: 'HOLD' } });
    expect(check(await packed(bundleFiles(long, 'full').files))).toMatchObject({ status: 0, stderr: '' });
  });

  const kinds: readonly (readonly [what: string, change: Change, found: string])[] = [
    ['the checkpoint says another size', edit(/^checkpoint$/, /\n\d+\n/, '\n5\n'), 'signature of'],
    ['the signature', flip(/^checkpoint$/), ''],
    ['an entry', flip(/^tile\/entries/), ''],
    ['a hash of a tile', flip(/^tile\/0/), 'is not what its entries hash to'],
    ['a tile too many', (files) => files.set('tile/7/000', Buffer.alloc(32)), 'is no tile of a log'],
    ['entries are missing', (files) => files.delete([...files.keys()].find((one) => one.includes('entries'))!), ''],
    ['a header', editRow('header', ({ header }) => header.replace(/"v":1/, '"v":2')), 'does not open its entry'],
    ['the key of a header', editRow('header', () => '{}'), 'does not open its entry'],
    ['the account of a team', editRow('uid', () => '1000009'), 'its account does not open'],
    ['the key of a part of a log', editRow('keys', ({ keys }) => ({ ...keys, output: otherKey })), 'open output'],
    ['a body', edit(/^bodies/, 'HOLD', 'FOLD'), 'its body does not open'],
    ['a body of no leaf', (files) => files.set('bodies/0', bytesOf('{}')), 'belongs to no leaf that is shown'],
    ['an equity', edit(/^minutes/, '9999.5', '9999.6'), 'its minute does not open equity'],
    ['a fill', edit(/^minutes/, /"size":"[^"]+"/, '"size":"7"'), 'its minute does not open fills'],
    ['a bar', edit(/^minutes/, '91000', '92000'), 'its minute does not open bars'],
    [
      'a leaf twice',
      (files) => files.set('leaves.jsonl', bytesOf(`${text(files, 'leaves.jsonl')}${text(files, 'leaves.jsonl')}`)),
      'is twice in leaves.jsonl',
    ],
    ['the contest', edit(/^contest\.json$/, /"minFilledOrders":\d+/, '"minFilledOrders":77'), 'contest.json or'],
    ['the rule set', edit(/^ruleset\.json$/, /"coverageMin":\d+/, '"coverageMin":1'), 'or ruleset.json is not'],
    ['the board', edit(/^board\.json$/, '"rank":1', '"rank":3'), 'is not the board of the last leaf'],
    ['the report', edit(/^report\.json$/, 'VERIFIED', 'REVIEWED'), 'is not the report whose hash'],
  ];

  it.each(kinds)('finds what was changed: %s', async (_, change, found) => {
    const bundle = await changed(change);
    // The exchange's own verifier is of the same mind.
    expect(checkBundleFile(bundle, POLICY).outcome).toBe('broken');
    const { status, stderr } = check(bundle);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^BROKEN: /)]);
    expect(stderr).toContain(found);
  });

  it('finds a board that does not follow from the minutes, though its leaf has it', async () => {
    const one = day();
    for (const equity of ['10100', '10100', '9000'])
      one.after(MINUTE).minute([], [], [{ equity, flows: '0', team: 't1' }]);
    const endMs = one.now - (one.now % MINUTE) + MINUTE;
    const terms = { endMs, finalMinutes: 5 };
    expect(check(await packed(bundleFiles(one, 'full', [], terms).files))).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr } = check(await packed(bundleFiles(one, 'full', [], terms, { endMs }).files));
    expect([status, stderr]).toEqual([2, 'BROKEN: the board the contest ended with does not follow from the leaves\n']);
  });

  it('finds a changed archive wherever it was changed, and one under another key', async () => {
    const archive = await changed(() => undefined);
    for (let at = 0; at < archive.length; at += Math.ceil(archive.length / 12)) {
      const copy = Buffer.from(archive);
      copy[at]! ^= 1 << (at % 8);
      expect(check(copy), String(at)).toMatchObject({ status: 2, stderr: expect.stringContaining('BROKEN') });
    }
    const other = 'log outcry.example/ailog+3a616005+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4\nquorum none\n';
    expect(check(archive, other)).toMatchObject({ status: 2, stderr: expect.stringContaining('BROKEN') });
    expect(check(archive, POLICY.replace('quorum none', '# quorum none'))).toMatchObject({ status: 2 });
  });
});
