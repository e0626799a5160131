// A bundle agrees with itself; and whatever is changed in it is found, before anything else is done with it.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTaken, readBundle, wholePart, writeParts } from '../../src/bundle/bundle-file.ts';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import { TAR_END, tarHead, tarPadding } from '../../src/bundle/tar.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { checkBundle } from '../../src/core/verification/check-bundle.ts';
import { ownReportOf } from '../../src/core/verification/own-report.ts';
import type { Report } from '../../src/core/verification/report.ts';
import { bytesOf, sha256 } from '../ailog-vectors.ts';
import { seeded } from '../store/trading-day.ts';
import { bundleFiles, packed, POLICY, type Variant } from './bundle-day.ts';
import { ContestDay, MINUTE } from './contest-day.ts';

/** Two teams, a few orders, one with a fill; `extra` adds what is to be found. */
function someDay(extra: (day: ContestDay) => void = () => undefined): ContestDay {
  const day = new ContestDay().team('t1', '1000001').team('t2', '1000002').begin();
  const first = day.pair();
  const second = day.after(MINUTE).pair({ uid: '1000002' });
  extra(day);
  day.after(MINUTE).minute(
    [{ orderId: first }, { orderId: second, uid: '1000002' }],
    [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }],
    [
      { equity: '9999.5', flows: '0', team: 't1' },
      { equity: '10003', flows: '1', team: 't2' },
    ],
  );
  return day;
}

const archiveOf = async (variant: Variant, day = someDay()): Promise<Buffer> => packed(bundleFiles(day, variant).files);

/** A gzip file in the form bundles have. */
function gzipped(tar: Uint8Array): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tar), 0);
  trailer.writeUInt32LE(tar.length % 2 ** 32, 4);
  const member = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]), deflateRawSync(tar), trailer]);
  const seal = `sha256 ${createHash('sha256').update(member).digest('hex')}\0\x03${'\0'.repeat(9)}`;
  return Buffer.concat([member, Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]), Buffer.from(seal, 'latin1')]);
}

describe('a bundle', () => {
  it('in full agrees, down to the bytes of its report', async () => {
    const answer = checkBundleFile(await archiveOf('full'), POLICY);
    expect(answer).toMatchObject({ outcome: 'agrees', fault: null });
    expect(answer.checked).toContain('the report follows from the leaves, byte for byte');
    expect(answer.checked).toContain('the board the contest ended with follows from the leaves');
    expect(answer.unchecked).toEqual([]);
    expect(answer.teams).toEqual([
      { team: 't1', verdict: 'VERIFIED', findings: [] },
      { team: 't2', verdict: 'VERIFIED', findings: [] },
    ]);
  });

  it('has its last minutes judged by the rule that its contest froze', async () => {
    // The first leads to the last minute and falls behind in it; by the median it stays first.
    const day = someDay();
    for (const [first, second] of [
      ['10100', '10000'],
      ['10100', '10000'],
      ['9000', '10000'],
    ])
      day.after(MINUTE).minute(
        [],
        [],
        [
          { equity: first!, flows: '0', team: 't1' },
          { equity: second!, flows: '0', team: 't2' },
        ],
      );
    const endMs = day.now - (day.now % MINUTE) + MINUTE;
    const checked = async (...terms: readonly Parameters<typeof bundleFiles>[3][]) =>
      checkBundleFile(await packed(bundleFiles(day, 'full', [], ...terms).files), POLICY);
    for (const terms of [{ endMs }, { endMs, finalMinutes: 5 }]) {
      const answer = await checked(terms);
      expect(answer.fault).toBeNull();
      expect(answer.checked).toContain('the board the contest ended with follows from the leaves');
    }
    const fault = 'the board the contest ended with does not follow from the leaves';
    expect((await checked({ endMs, finalMinutes: 5 }, { endMs })).fault).toBe(fault);
    expect((await checked({ endMs }, { endMs, finalMinutes: 5 })).fault).toBe(fault);
  });

  it('with findings says so', async () => {
    const day = someDay((one) => one.after(1000).order('without-a-log'));
    const answer = checkBundleFile(await archiveOf('full', day), POLICY);
    expect(answer.outcome).toBe('findings');
    expect(answer.teams[0]).toEqual({ team: 't1', verdict: 'REVIEW', findings: ['V01 REVIEW'] });
  });

  it.each(['team', 'orders', 'none'] as const)('of variant %s says what was taken over', async (variant) => {
    const answer = checkBundleFile(await archiveOf(variant), POLICY);
    expect(answer.fault).toBeNull();
    expect(answer.outcome).toBe('unjudged');
    expect(answer.unjudged.map(({ team }) => team)).toEqual(['t1', 't2']);
    expect(answer.unchecked).toContain('grades, findings and verdicts of 2 of 2 teams, taken over as they stand');
    expect(answer.unchecked).toContain({ team: '1', orders: '2', none: '2' }[variant] + ' AI logs were withheld');
    expect(answer.checked.some((text) => text.startsWith('the logs that decide about 1 orders'))).toBe(
      variant === 'team',
    );
  });

  it('of more than one tile agrees', async () => {
    const day = someDay((one) => {
      for (let at = 0; at < 300; at++) one.log({ output: { decision: 'HOLD' } });
    });
    expect(checkBundleFile(await archiveOf('full', day), POLICY)).toMatchObject({ outcome: 'agrees', fault: null });
  });

  it('under another key is broken', async () => {
    const [, key = ''] = POLICY.split(' ');
    const other = POLICY.replace(
      key.trim(),
      'outcry.example/ailog+3a616005+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
    );
    expect(checkBundleFile(await archiveOf('full'), other)).toMatchObject({ outcome: 'broken' });
  });
});

describe("a team's own bundle before the contest is final", () => {
  /** As the exchange makes it, with its part of the report changed. */
  const own = (change: (part: any) => object = (part) => part, keep = false): Promise<Buffer> => {
    const { files } = bundleFiles(someDay(), 'team');
    const text = Buffer.from(files.get('report.json')!);
    const report = JSON.parse(text.toString()) as Report;
    const part = ownReportOf(report, createHash('sha256').update(text).digest('hex'), 't1', () => false);
    if (!keep) files.delete('report.json');
    return packed(files.set('own-report.json', bytesOf(canonicalText(change(part) as typeof part))));
  };
  const checked = async (bundle: Promise<Buffer>) => checkBundleFile(await bundle, POLICY);

  it('proves whose log decides about its orders, and says that grades and verdict are a word', async () => {
    const { outcome, fault, checked: proven, unchecked, teams } = await checked(own());
    expect([outcome, fault]).toEqual(['unjudged', null]);
    expect(proven).toContain('the logs that decide about 1 orders are those the leaves say');
    expect(proven.join()).not.toMatch(/report (is|follows)/);
    expect(unchecked).toContain(
      'the report, of which only what concerns t1 is in it: its hash can not be compared, and grades, findings and ' +
        'verdict are taken over as they stand',
    );
    expect(teams).toEqual([{ team: 't1', verdict: 'VERIFIED', findings: [] }]);
  });

  it.each([
    ['leaves out an order', (part: any) => ({ ...part, orders: [] }), 'own-report.json leaves out order'],
    [
      'names another log',
      (part: any) => ({ ...part, orders: [{ ...part.orders[0], log: 0 }] }),
      'the report says of order',
    ],
    [
      'is of another report',
      (part: any) => ({ ...part, reportSha256: 'ab'.repeat(32) }),
      'is not the report whose hash',
    ],
    ['is of another rule set', (part: any) => ({ ...part, ruleset: 'ab'.repeat(32) }), 'is no report by the rule set'],
  ])('is broken when its report %s', async (_, change, why) => {
    const { outcome, fault } = await checked(own(change));
    expect([outcome, fault]).toEqual(['broken', expect.stringContaining(why)]);
  });

  it('is broken when it has both', async () => {
    expect((await checked(own(undefined, true))).fault).toBe('own-report.json is beside the whole report');
  });
});

/** The archive of these files, in the order of their names. */
function* tarOf(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Generator<Uint8Array> {
  for (const [path, bytes] of files) {
    yield tarHead(path, bytes.length);
    yield bytes;
    yield tarPadding(bytes.length);
  }
  yield TAR_END;
}

const partsOf = (files: ReadonlyMap<string, Uint8Array>) => [...files].map(([path, bytes]) => wholePart(path, bytes));

describe('a bundle that packs too well', () => {
  it('is written unpacked, since no reader would let it grow so far, and is then taken', async () => {
    // Bodies that say the same a million times: above the room a reader always has.
    const body = Buffer.alloc(1024 * 1024, 'a');
    const files = new Map(Array.from({ length: 66 }, (_, at) => [`bodies/${at}`, body] as const));
    const parts = partsOf(files);
    const small = Buffer.concat(await Array.fromAsync(writeParts(parts, 'packed')));
    expect(small.length).toBeLessThan(body.length);
    expect(isTaken(parts, small.length)).toBe(false);
    expect(() => readBundle(small)).toThrow('would grow beyond');
    const plain = Buffer.concat(await Array.fromAsync(writeParts(parts, 'plain')));
    expect(isTaken(parts, plain.length)).toBe(true);
    const read = readBundle(plain);
    expect([...read.keys()].filter((path) => path !== 'manifest.json').sort()).toEqual([...files.keys()].sort());
    expect(Buffer.from(read.get('bodies/65')!).equals(body)).toBe(true);
  });
});

describe('what is changed', () => {
  let files: Map<string, Uint8Array>;
  beforeAll(() => {
    ({ files } = bundleFiles(someDay(), 'full'));
  });

  /** The bundle with some files changed, under a manifest that names them as they are. */
  const changed = async (change: (files: Map<string, Uint8Array>) => void) => {
    const copy = new Map(files);
    change(copy);
    return checkBundleFile(await packed(copy), POLICY);
  };

  it('is found in every byte of the archive, which any gunzip reads', async () => {
    const archive = await packed(files);
    expect(gunzipSync(archive)).toEqual(Buffer.concat([...tarOf([...readBundle(archive)])]));
    const missed: number[] = [];
    const unsaid: [number, string][] = [];
    let exact = 0;
    for (let at = 0; at < archive.length; at++) {
      const copy = Buffer.from(archive);
      copy[at] = (copy[at] as number) ^ (at % 2 === 0 ? 0xff : 1 << (at % 8));
      const { outcome, fault } = checkBundleFile(copy, POLICY);
      if (outcome !== 'broken') missed.push(at);
      if (
        !/ was changed$|it is (in|right behind) '[^']+', or before (it|that)$|it is at the beginning$/.test(fault ?? '')
      )
        unsaid.push([at, `${fault}`]);
      if (fault?.endsWith("' was changed") === true) exact++;
    }
    expect(archive.length).toBeGreaterThan(2000);
    expect(missed).toEqual([]);
    expect(unsaid, 'where').toEqual([]);
    expect(exact).toBeGreaterThan(0);
  });

  it('is found where it is in an archive that is not packed, to the file', async () => {
    const archive = Buffer.concat(await Array.fromAsync(writeParts(partsOf(files), 'plain')));
    expect(checkBundleFile(archive, POLICY)).toMatchObject({ outcome: 'agrees', fault: null });
    expect(gunzipSync(archive)).toEqual(Buffer.concat([...tarOf([...readBundle(archive)])]));
    for (const [path, bytes] of files) {
      // So long a piece of it stands in the archive as it is.
      const start = archive.indexOf(Buffer.from(bytes).subarray(0, 200));
      expect(start, path).toBeGreaterThan(0);
      for (const at of [start, start + Math.min(199, bytes.length - 1)]) {
        const copy = Buffer.from(archive);
        copy[at] = (copy[at] as number) ^ 1;
        const { outcome, fault } = checkBundleFile(copy, POLICY);
        expect([outcome, fault]).toEqual([
          'broken',
          `the archive is refused: its seal is not that of its bytes: '${path}' was changed`,
        ]);
      }
    }
  });

  it('is found around the files too, and named: heads, padding, the end, and the sums of gzip', async () => {
    const archive = Buffer.concat(await Array.fromAsync(writeParts(partsOf(files), 'plain')));
    const tar = gunzipSync(archive);
    // One block that is put in as it is: its head has five bytes, behind the ten of gzip.
    const head = archive.indexOf(tar);
    expect(head).toBe(15);
    const parts: [name: string, bytes: number][] = [['the head of gzip', 10]];
    parts.push(['', 5]);
    for (const [path, { length }] of readBundle(archive)) {
      const padding = (512 - (length % 512)) % 512;
      parts.push([`the head before '${path}'`, 512], ['', length], [`the padding behind '${path}'`, padding]);
    }
    parts.push(['the end behind the last file, two empty blocks,', 1024]);
    parts.push(['the check sum of gzip behind the files', 8]);
    const sum = 'the sum in the seal, or a bit that says nothing of a file,';
    parts.push(['the seal at its end', 17], [sum, 64], ['the seal at its end', 11]);
    expect(parts.reduce((all, [, bytes]) => all + bytes, 0)).toBe(archive.length);
    const wrong: unknown[] = [];
    let start = 0;
    for (const [name, bytes] of parts) {
      const step = bytes > 512 ? 31 : bytes > 64 ? 7 : 1;
      for (let at = start; name !== '' && at < start + bytes; at += step) {
        const copy = Buffer.from(archive);
        copy[at] = (copy[at] as number) ^ (1 << (at % 8));
        const { fault } = checkBundleFile(copy, POLICY);
        // A name may have become another one; without the manifest none is known; and a digit of the sum that is none
        // any more is certain.
        const isHead = /: (the head before '[^']+' was changed|it is (in|right behind) '[^']+', or before (it|that))$/;
        const isSaid =
          fault?.endsWith(`: ${name} was changed`) ||
          (name.startsWith('the head before') && isHead.test(fault ?? '')) ||
          (name === sum && fault?.endsWith(': the seal at its end was changed'));
        if (!isSaid) wrong.push([at - start, name, fault]);
      }
      start += bytes;
    }
    expect(wrong).toEqual([]);
  });

  it('is found in every byte of what is compressed', async () => {
    const tar = Buffer.concat([...tarOf([...readBundle(await packed(files))])]);
    const missed: number[] = [];
    // One bit of each byte, a different one from byte to byte.
    for (let at = 0; at < tar.length; at++) {
      tar[at] = (tar[at] as number) ^ (1 << (at % 8));
      if (at % 7 === 0 && checkBundleFile(gzipped(tar), POLICY).outcome !== 'broken') missed.push(at);
      tar[at] = (tar[at] as number) ^ (1 << (at % 8));
    }
    expect(missed).toEqual([]);
  });

  it('is found in every byte of every file, and the file is named', async () => {
    const all = new Map(readBundle(await packed(files)));
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seeded(seed);
    let flips = 0;
    for (const [path, bytes] of all) {
      if (path === 'manifest.json') continue;
      const some =
        bytes.length <= 1024 ? [...bytes.keys()] : Array.from({ length: 300 }, () => random() * bytes.length);
      for (const at of some.map(Math.floor)) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] as number) ^ (1 << Math.floor(random() * 8));
        const { fault } = checkBundle(sha256, verifyEd25519, new Map(all).set(path, copy), () => ({
          ok: false,
          why: 'not reached',
        }));
        expect([fault, seed, at]).toEqual([`${path} is not the file the manifest names`, seed, at]);
        flips += 1;
      }
    }
    expect(flips).toBeGreaterThan(3000);
  });

  it('is found in tiles above the leaves, under a manifest that fits', async () => {
    const day = someDay((one) => {
      for (let at = 0; at < 600; at++) one.log({ output: { decision: 'HOLD' } });
    });
    const large = bundleFiles(day, 'none').files;
    const path = 'tile/1/000.p/2';
    for (const at of large.get(path)!.keys()) {
      if (at % 9 !== 0) continue;
      const copy = Buffer.from(large.get(path)!);
      copy[at] = (copy[at] as number) ^ 1;
      const answer = checkBundleFile(await packed(new Map(large).set(path, copy)), POLICY);
      expect([at, answer.fault]).toEqual([at, `${path} is not what its entries hash to`]);
    }
  });

  it('is found under a manifest that fits, in every file that is evidence', async () => {
    for (const [path, bytes] of files) {
      if (path === 'policy') continue;
      const copy = Buffer.from(bytes);
      const at = copy.length >> 1;
      copy[at] = (copy[at] as number) ^ 1;
      expect([path, (await changed((all) => all.set(path, copy))).outcome]).toEqual([path, 'broken']);
    }
  });

  it('is found when rows, bodies or minutes are someone else’s, missing or twice', async () => {
    const rows = Buffer.from(files.get('leaves.jsonl')!).toString().trimEnd().split('\n');
    const withRows = (list: readonly string[]) =>
      changed((all) => all.set('leaves.jsonl', bytesOf(`${list.join('\n')}\n`)));
    expect((await withRows([...rows, rows[0]!])).fault).toContain('twice');
    expect((await withRows(rows.toReversed())).outcome).toBe('agrees');
    const bodies = [...files.keys()].filter((path) => path.startsWith('bodies/'));
    expect((await changed((all) => all.set(bodies[0]!, all.get(bodies[1]!)!))).fault).toContain('does not open');
    expect((await changed((all) => all.delete('leaves.jsonl'))).fault).toContain('leaves.jsonl is missing');
    // A body that is kept back is no lie, and is said.
    expect((await changed((all) => all.delete(bodies[0]!))).unchecked).toContain('1 AI logs were withheld');
  });

  describe('with a body missing', () => {
    /** The answer about a bundle without the body of the first log of t1, its report with a word changed. */
    const without = async (day: ContestDay, change?: readonly [from: string | RegExp, to: string]) => {
      const made = bundleFiles(day, 'full', [], {}, {}, (text) => (change ? text.replace(...change) : text));
      const index = made.leaves.find((leaf) => leaf.kind === 'ailog')!.index;
      made.files.delete(`bodies/${index}`);
      return { index, ...checkBundleFile(await packed(made.files), POLICY) };
    };

    it('judges every other team again, and says which it can not judge, and why', async () => {
      const { index, outcome, fault, unjudged, checked, teams } = await without(someDay());
      expect([outcome, fault]).toEqual(['unjudged', null]);
      expect(unjudged).toEqual([{ team: 't1', why: `the body of its AI log at leaf ${index} is withheld` }]);
      expect(checked).toContain('what the report says of t2 follows from the leaves');
      expect(teams.map(({ verdict }) => verdict)).toEqual(['VERIFIED', 'VERIFIED']);
    });

    it('is broken where the report lies about another team, and not where it may lie about this one', async () => {
      const lie = (team: string) =>
        without(someDay(), [new RegExp(`("team":"${team}","verdict":")VERIFIED`), '$1REVIEW']);
      expect(await lie('t2')).toMatchObject({
        outcome: 'broken',
        fault: expect.stringContaining('of team t2 it says'),
      });
      expect(await lie('t1')).toMatchObject({ outcome: 'unjudged', fault: null });
      const grade = await without(someDay(), [/("grade":")A("[^{}]*"team":"t2")/, '$1B$2']);
      expect(grade.fault).toContain('the orders of team t2 says');
      const left = await without(someDay(), [/,\{"counted":1[^{}]*\{[^{}]*\}[^{}]*"team":"t2"[^{}]*\}/, '']);
      expect(left.fault).toContain('it says nothing of team t2');
    });

    it('can not judge whom it compares with that team, where the findings that compare differ', async () => {
      const words = 'a long text that tells how this very team thinks about the market today and every day';
      const day = someDay((one) => {
        for (const uid of ['1000001', '1000002'])
          for (let nth = 0; nth < 3; nth++) one.after(1000).pair({ uid, explanation: words, input: { uid, nth } });
      });
      const made = bundleFiles(day, 'full');
      const logs = made.leaves.filter((leaf) => leaf.kind === 'ailog' && leaf.header.uid === '1000001');
      for (const { index } of logs) made.files.delete(`bodies/${index}`);
      const { outcome, unjudged } = checkBundleFile(await packed(made.files), POLICY);
      expect(outcome).toBe('unjudged');
      expect(unjudged).toEqual([
        { team: 't1', why: expect.stringContaining('the body of its AI logs at leaves') },
        { team: 't2', why: 'it is compared with t1, of whom something is withheld' },
      ]);
    });
  });

  it('is found in a report that its leaf names and that does not follow', async () => {
    const day = someDay();
    const honest = bundleFiles(day, 'full');
    const report = Buffer.from(honest.files.get('report.json')!).toString().replace('"grade":"A"', '"grade":"B"');
    const answer = await changed((all) => all.set('report.json', bytesOf(report)));
    expect(answer.fault).toContain('whose hash is in the last leaf');
  });
});

describe('an archive that is no bundle', () => {
  const refused = (bytes: Uint8Array): string | null => checkBundleFile(bytes, POLICY).fault;
  const file = (path: string, more: { type?: string; link?: string } = {}): Buffer => {
    const header = Buffer.alloc(512);
    header.write(path);
    header.write(`0000644\0${'0000000\0'.repeat(2)}${'00000000000\0'.repeat(2)}${' '.repeat(8)}`, 100, 'latin1');
    header.write(more.type ?? '0', 156);
    header.write(more.link ?? '', 157);
    header.write('ustar', 257);
    header.write('00', 263);
    header.write('0000000\0'.repeat(2), 329, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return header;
  };
  const end = Buffer.alloc(1024);

  it('is taken when it is one: the helper of this test makes what the program makes', () => {
    expect(refused(gzipped(Buffer.concat([file('policy'), end])))).toBe('manifest.json is missing');
  });

  it.each(['../policy', '/etc/passwd', 'bodies/../../x', 'bodies/1/2', 'C:\\x', 'bodies/01', 'tile/0/../000', 'x', ''])(
    'path %j is refused',
    (path) => {
      expect(refused(gzipped(Buffer.concat([file(path), end])))).toContain('refused');
    },
  );

  it.each([
    ['a hard link', { type: '1', link: 'checkpoint' }],
    ['a symbolic link', { type: '2', link: '/etc/passwd' }],
    ['a folder', { type: '5' }],
    ['a device', { type: '3' }],
    ['a long name to come', { type: 'L' }],
    ['a header of pax', { type: 'x' }],
  ])('%s is refused', (_, more) => {
    expect(refused(gzipped(Buffer.concat([file('policy', more), end])))).toContain('no plain file');
  });

  it('is refused with a name twice, out of order, cut short, or with bytes behind', () => {
    const twice = gzipped(Buffer.concat([file('policy'), file('policy'), end]));
    expect(refused(twice)).toContain("'policy' is there twice");
    expect(refused(gzipped(Buffer.concat([file('policy'), file('checkpoint'), end])))).toContain('names must rise');
    expect(refused(gzipped(Buffer.concat([file('policy'), end, end])))).toContain('does not end');
    expect(refused(gzipped(file('policy')))).toContain('ends within a header');
    const fine = gzipped(Buffer.concat([file('policy'), end]));
    expect(refused(Buffer.concat([fine, Buffer.from('x')]))).toContain('refused');
    expect(refused(fine.subarray(0, -1))).toContain('refused');
    expect(refused(gzipSync(Buffer.concat([file('policy'), end])))).toContain('no gzip file as bundles are');
    expect(refused(Buffer.alloc(0))).toContain('refused');
  });

  it('is refused when it would grow without bound', () => {
    const bomb = gzipped(Buffer.alloc(256 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(300_000);
    expect(refused(bomb)).toContain('would grow beyond');
  });
});

it('has rows that are JCS', () => {
  const rows = Buffer.from(bundleFiles(someDay(), 'full').files.get('leaves.jsonl')!).toString().trimEnd().split('\n');
  for (const row of rows) expect(canonicalText(JSON.parse(row))).toBe(row);
});
