// Files that verbs are given and that can't be read: one sentence that says which and why, and no stack.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenText } from '../../src/folder/disk/given-file.ts';
import { filesUnder, read } from '../source.ts';
import { cleanUp, newFolder, outcry } from './process.ts';

const FOLDER = "can't be read: it is a folder, and one file is needed\n";
const DEVICE = "can't be read: it is a device, and one file is needed\n";
const NONE = "can't be read: there is no such file\n";

let folder: string;
beforeAll(() => {
  folder = newFolder();
  writeFileSync(join(folder, 'policy'), 'log x\n');
  writeFileSync(join(folder, 'gap'), '{"a": NaN}\n');
});
afterAll(cleanUp);

describe('a file that a verb is given', () => {
  const policy = ['--policy', 'policy'];
  it.each([
    { words: ['ailog', 'upload', '.'], why: FOLDER, code: 1 },
    { words: ['ailog', 'validate', 'none'], why: NONE, code: 1 },
    { words: ['ailog', 'check', '.', ...policy], why: FOLDER, code: 2 },
    { words: ['ailog', 'check', 'policy', '--policy', 'none'], why: NONE, code: 2 },
    { words: ['verify', '.', ...policy], why: FOLDER, code: 2 },
    { words: ['verify', 'none', ...policy], why: NONE, code: 2 },
    { words: ['log', 'checkpoint', '--url', 'http://127.0.0.1:9', '--policy', '.'], why: FOLDER, code: 2 },
    { words: ['witness', 'serve', '--data', 'witness', '--policy', '.'], why: FOLDER, code: 1 },
    { words: ['contract', 'add', '.'], why: FOLDER, code: 1 },
    { words: ['verify', '/dev/zero', ...policy], why: DEVICE, code: 2 },
    { words: ['verify', 'policy', '--policy', '/dev/zero'], why: DEVICE, code: 2 },
    { words: ['ailog', 'upload', '/dev/urandom'], why: DEVICE, code: 1 },
    { words: ['contract', 'add', '/dev/zero'], why: DEVICE, code: 1 },
    { words: ['contract', 'add', 'gap'], why: 'is no JSON: syntax at $.a, byte 6: found NaN, which JSON', code: 1 },
    { words: ['admin', 'link', '--credential', 'none'], why: NONE, code: 1 },
  ])('$words', async ({ words, why, code }) => {
    const placed = words.map((word) => (/^(\.|none|policy|witness|gap)$/.test(word) ? join(folder, word) : word));
    const given = words[0] === 'witness' ? ['witness', ...placed.slice(1)] : placed;
    const ended = await outcry(...given);
    expect(ended.stderr).toContain(why);
    expect(ended.stderr).toMatch(/^outcry: /);
    expect(ended.stderr).not.toMatch(/^ {4}at /m);
    expect(ended.code).toBe(code);
  });

  it('may be a pipe, which is read as far as a text may be long', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // One writer after the other: a second that opens it before the first was read to its end would be its rest.
    spawn('sh', ['-c', `printf 'log x' > ${pipe}`]);
    expect(givenText(pipe)).toBe('log x');
    const endless = spawn('sh', ['-c', `cat /dev/zero > ${pipe}`]);
    expect(() => givenText(pipe)).toThrow(`${pipe} can't be read: it has more than 67108864 bytes`);
    endless.kill();
  });

  it('is read in one place', () => {
    const reading = filesUnder('src/cli', (path) =>
      /import \{[^}]*\bread(File|FileSync)\b[^}]*\} from 'node:/.test(read(path)),
    );
    // Of the data folder, which the verbs were not given as a file; the others are read by folder/disk/given-file.ts.
    expect(reading).toEqual(['src/cli/admin.ts', 'src/cli/market-verify.ts']);
  });
});
