// A manifest that somebody else wrote: all of it is looked at before any file it names is, and what is wrong is said.
import * as fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MANIFEST, readManifest } from './manifest.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HASH = 'ab'.repeat(32);
const JOURNAL = { path: 'journal.log', bytes: 5, sha256: HASH };
const SOUND = {
  format: 1,
  takenMs: 1_767_258_000_000,
  journal: HASH,
  sequence: 7,
  timeMs: 1_767_258_000_000,
  hasStore: false,
  data: [JOURNAL, { path: 'journal/0000000000000001.seg.zst', bytes: 9, sha256: HASH }],
  keys: [{ path: 'ailog-key', bytes: 3, sha256: HASH }],
};

function put(manifest: unknown): void {
  writeFileSync(join(folder, MANIFEST), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
}

describe('a manifest', () => {
  it('of a copy is taken as it is', () => {
    put(SOUND);
    expect(readManifest(folder)).toEqual(SOUND);
  });

  it.each([
    ['no files', { data: [], keys: [] }, 'it names no journal.log'],
    [
      '20 000 equal entries',
      { data: Array.from({ length: 20_000 }, () => JOURNAL) },
      'data[1] names journal.log again',
    ],
    ['one that differs by case', { keys: [{ ...JOURNAL, path: 'Journal.LOG' }] }, 'keys[0] names Journal.LOG again'],
    ['a way out', { data: [{ ...JOURNAL, path: '../x' }] }, 'data[0] names "../x", which is no file of a data folder'],
    ['an absolute path', { data: [{ ...JOURNAL, path: '/etc/passwd' }] }, 'which is no file of a data folder'],
    ['null for a file', { data: [null] }, 'data[0] is null, needs path, bytes and sha256'],
    ['a list for a file', { data: [[1]] }, 'data[0] is [1], needs path'],
    ['no keys', { keys: undefined }, 'keys is missing, needs a list of files'],
    ['text for bytes', { data: [{ ...JOURNAL, bytes: '5' }] }, 'data[0] has "5" bytes, needs a whole number'],
    ['a short hash', { data: [{ ...JOURNAL, sha256: 'ab' }] }, 'data[0] has the SHA-256 "ab", needs 64 hex digits'],
    ['no time', { timeMs: null }, 'timeMs is null, needs a whole number'],
    ['a time beyond all dates', { takenMs: 9e15 }, 'takenMs is 9000000000000000, needs a whole number'],
    ['a journal that is none', { journal: 7 }, 'journal is 7, needs 64 hex digits'],
    ['no word of the store', { hasStore: 'yes' }, 'hasStore is "yes", needs true or false'],
  ])('with %s is refused', (_, fields, why) => {
    put({ ...SOUND, ...fields });
    expect(() => readManifest(folder)).toThrow(why);
  });

  it('of any form is refused in words, or taken', () => {
    const odd = fc.oneof(
      fc.json(),
      fc
        .tuple(fc.constantFrom(...Object.keys(SOUND)), fc.jsonValue())
        .map(([name, value]) => JSON.stringify({ ...SOUND, [name]: value })),
      fc.jsonValue().map((file) => JSON.stringify({ ...SOUND, data: [JOURNAL, file] })),
    );
    fc.assert(
      fc.property(odd, (text) => {
        put(text);
        try {
          readManifest(folder);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: .* is (no manifest of a copy|not of format 1)/s);
        }
      }),
    );
  });

  it('that names what is no file in the copy makes nothing of it', async () => {
    put({ ...SOUND, data: [{ ...JOURNAL, bytes: 0 }], keys: [] });
    mkdirSync(join(folder, 'data'));
    symlinkSync('/dev/zero', join(folder, 'data', 'journal.log'));
    await expect(restore(folder, join(folder, 'made'))).rejects.toThrow('journal.log is no file, and a copy holds');
  });
});
