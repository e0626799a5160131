import fc from 'fast-check';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realDisk } from './disk.ts';
import { memoryDisk } from './memory-disk.ts';
import { openSpool, readSpool } from './spool.ts';

const FOLDER = '/data/bodies';
const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

const record = (text: string): Uint8Array => Buffer.from(text);
const texts = (records: readonly Uint8Array[]): string[] => records.map((one) => Buffer.from(one).toString());
const everything = 1e9;

describe('a queue on a real disk', () => {
  it('gives records once, in order, over files and processes, and a file goes when it was taken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-spool-'));
    undo.push(() => rmSync(folder, { recursive: true }));
    const place = join(folder, 'bodies');
    const reader = readSpool(realDisk, place);
    expect(reader.read(everything)).toEqual([]);
    const spool = openSpool(realDisk, place);
    expect(spool.seal()).toBe(0);
    await spool.append([record('one'), record('two')]);
    expect(texts(reader.read(everything))).toEqual(['one', 'two']);
    await spool.append([record('x'.repeat(600_000))]);
    expect(reader.read(everything).map(({ length }) => length)).toEqual([600_000]);
    const sealed = spool.seal();
    await spool.append([record('three')]);
    expect([sealed, spool.openBytes]).toEqual([1, 8 + 5]);
    expect(texts(reader.read(everything))).toEqual(['three']);
    await spool.remove(sealed);
    expect(readdirSync(place)).toEqual(['000000000002.spool']);
    spool.close();

    const next = openSpool(realDisk, place);
    expect(next.bytes, 'with what was written ahead').toBe(1024 * 1024);
    await next.append([record('four')]);
    expect(texts(readSpool(realDisk, place).read(everything)), 'what was left, and what came').toEqual([
      'three',
      'four',
    ]);
    expect(texts(reader.read(everything))).toEqual(['four']);
    if (process.platform !== 'win32')
      expect([place, join(place, '000000000003.spool')].map((path) => statSync(path).mode & 0o777)).toEqual([
        0o700, 0o600,
      ]);
    next.close();
  });

  it('gives about as many bytes as are asked for', async () => {
    const disk = memoryDisk();
    const spool = openSpool(disk, FOLDER, 256);
    await spool.append(['aaaa', 'bbbb', 'cccc'].map(record));
    const reader = readSpool(disk, FOLDER);
    expect([texts(reader.read(5)), texts(reader.read(5)), texts(reader.read(5))]).toEqual([
      ['aaaa', 'bbbb'],
      ['cccc'],
      [],
    ]);
  });
});

describe('a queue whose disk fails', () => {
  it('goes on in another file after a write that failed, and nothing after it is lost', async () => {
    let failing = false;
    const error = new Error('the disk is full');
    const disk = memoryDisk({
      fault: (operation) => (failing && operation === 'write' ? { kind: 'error', error, writtenBytes: 10 } : null),
    });
    const spool = openSpool(disk, FOLDER, 256);
    const reader = readSpool(disk, FOLDER);
    await spool.append([record('one')]);
    failing = true;
    await expect(spool.append([record('two')])).rejects.toThrow('the disk is full');
    expect(texts(reader.read(everything))).toEqual(['one']);
    failing = false;
    await spool.append([record('three')]);
    expect(texts(reader.read(everything))).toEqual(['three']);
  });

  it('of what was appended and answered loses nothing, however the power goes (property)', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant('seal' as const) },
      { weight: 2, arbitrary: fc.constant('read' as const) },
      { weight: 2, arbitrary: fc.constant('power' as const) },
      { weight: 1, arbitrary: fc.constant('fail' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.infiniteStream(fc.boolean()), async (steps, keep) => {
        let failing = false;
        const error = new Error('failed');
        const disk = memoryDisk({
          fault: (operation) => (failing && operation === 'sync' ? { kind: 'error', error } : null),
          keepSector: () => keep.next().value as boolean,
        });
        let spool = openSpool(disk, FOLDER, 256);
        let reader = readSpool(disk, FOLDER);
        const answered: string[] = [];
        let seen = new Set<string>();
        let made = 0;
        const take = (): void => {
          for (const text of texts(reader.read(everything))) {
            expect(seen.has(text), 'once').toBe(false);
            seen.add(text);
          }
        };
        for (const one of steps) {
          if (one === 'seal') spool.seal();
          else if (one === 'read') take();
          else if (one === 'power') {
            disk.crash();
            spool = openSpool(disk, FOLDER, 256);
            reader = readSpool(disk, FOLDER);
            seen = new Set();
          } else {
            failing = one === 'fail';
            const group = (one === 'fail' ? [7] : one).map((bytes) => `${++made}:${'x'.repeat(bytes)}`);
            await spool.append(group.map(record)).then(
              () => void answered.push(...group),
              () => expect(failing).toBe(true),
            );
            failing = false;
          }
        }
        take();
        expect(answered.filter((text) => !seen.has(text))).toEqual([]);
      }),
    );
  });

  it('gives nothing of a record that was changed on the disk, and what is in later files', async () => {
    const files = new Map<string, Uint8Array>();
    const first = memoryDisk();
    const spool = openSpool(first, FOLDER, 11);
    await spool.append(['one', 'two', 'six'].map(record));
    spool.seal();
    await spool.append([record('ten')]);
    for (const [path, bytes] of first.files()) files.set(path, bytes);
    const [name, bytes] = [...files][0]!;
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes, (byte, place) => (place === at ? byte ^ 0x10 : byte));
      const found = texts(readSpool(memoryDisk({ files: new Map([...files, [name, changed]]) }), FOLDER).read(1e9));
      expect(found).toEqual([...['one', 'two', 'six'].slice(0, Math.floor(at / 11)), 'ten']);
    }
  });
});
