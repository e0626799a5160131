// Where a verb's words go, and what becomes of it when they can't: a reader that has gone changes nothing, and an
// answer that is lost is told by a line and a code of its own, because what was asked is done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableText } from '../../src/cli/table.ts';
import { away } from '../../src/cli/times.ts';
import { percent, percentOfFraction } from '../../src/cli/words.ts';
import { filesUnder, read } from '../source.ts';
import { cleanUp, newFolder, outcryArgs } from './process.ts';

let exchange: Server;
let booked = 0;
let data: string;
beforeAll(async () => {
  exchange = createServer((request, response) => {
    if (request.method === 'POST') booked++;
    response.end('{"equity":"10000","list":[]}');
  });
  await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve));
  data = newFolder();
  writeFileSync(join(data, 'admin-url'), `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`);
  writeFileSync(join(data, 'admin-token'), 'a'.repeat(43));
});
afterAll(async () => {
  exchange.close();
  await cleanUp();
});

type Place = 'pipe' | 'gone' | number;

/** Runs a verb whose standard output and error go where they are said to go. */
async function outcry(words: readonly string[], stdout: Place, stderr: Place) {
  const stdio = [stdout, stderr].map((place) => (place === 'gone' ? ('pipe' as const) : place));
  const child = spawn(process.execPath, [...outcryArgs(), ...words], { stdio: ['ignore', ...stdio] });
  let said = '';
  if (stdout === 'gone') child.stdout?.destroy();
  if (stderr === 'gone') child.stderr?.destroy();
  else child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

describe('a reader that has gone', () => {
  it.each([
    { words: ['account', 'deposit', '1000003', '1'], code: 0 },
    { words: ['contract', 'list'], code: 0 },
    { words: ['doctor'], code: 1 },
  ])('ends $words quietly, with the code of what was done', async ({ words, code }) => {
    const before = booked;
    expect(await outcry([...words, '--data', data], 'gone', 'pipe')).toEqual({ code, said: '' });
    expect(booked - before).toBe(words[1] === 'deposit' ? 1 : 0);
  });

  it('of what goes to standard error as well', async () => {
    expect(await outcry(['account', 'list', '--data', newFolder()], 'pipe', 'gone')).toMatchObject({ code: 3 });
    expect(await outcry(['no-such-verb'], 'pipe', 'gone')).toMatchObject({ code: 2 });
  });
});

const noFull = existsSync('/dev/full') ? '' : ' (skipped: this machine has no /dev/full)';
describe('an answer that can not be written', () => {
  it.skipIf(noFull !== '')(`is one line and a code of its own, and is not asked for again${noFull}`, async () => {
    const full = openSync('/dev/full', 'w');
    const before = booked;
    const { code, said } = await outcry(['account', 'deposit', '1000003', '1', '--data', data], full, 'pipe');
    closeSync(full);
    expect(code).toBe(4);
    expect(said).toMatch(/^outcry: UNANSWERED: the answer can't be written .*ENOSPC.*; what was asked is done\n$/);
    expect(booked - before).toBe(1);
  });
});

describe('a log that can not be written', () => {
  it.skipIf(noFull !== '')(`ends no exchange${noFull}`, async () => {
    const folder = newFolder();
    const full = openSync('/dev/full', 'w');
    const words = ['serve', '--port', '0', '--json', '--data', folder];
    const child = spawn(process.execPath, [...outcryArgs(), ...words], { stdio: ['ignore', 'pipe', full] });
    closeSync(full);
    const [ready] = (await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])) as [Buffer];
    const { url } = JSON.parse(String(ready)) as { url: string };
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('output', () => {
  it('has one writer', () => {
    const writing = filesUnder('src', (path) => /^src\/(cli|app)\/.*(?<!\.test)\.ts$/.test(path)).filter((path) =>
      /process\.std(out|err)\b(?!\.isTTY)|\bconsole\.|process\[/.test(read(path)),
    );
    expect(writing).toEqual(['src/cli/output.ts']);
  });

  it('of lists stands in line on a terminal, and has tabs for programs', () => {
    const list = {
      head: ['uid', 'name'],
      rows: [
        [1, 'ann'],
        [1_000_003, '队伍一'],
        [2, null],
      ],
    };
    expect(tableText(list, false)).toBe('uid\tname\n1\tann\n1000003\t队伍一\n2\t-');
    expect(tableText(list, true)).toBe('uid      name\n1        ann\n1000003  队伍一\n2        -');
    expect(tableText({ head: ['a', 'b'], rows: [['队', 'x']] }, true)).toBe('a   b\n队  x');
  });

  it.each([
    [30 * 86_400_000 - 900, 'in 30 days'],
    [86_400_000, 'in 1 day'],
    [-7 * 86_400_000 + 3_600_000, '6 days 23 hours ago'],
    [3_599_999, 'in 1 hour'],
    [90_000, 'in 1 minute 30 seconds'],
    [-1_400, '1 second ago'],
    [499, 'now'],
  ])('says how far away a time is: %i ms is %s', (ms, text) => {
    expect(away(ms)).toBe(text);
  });

  it('says shares in per cents', () => {
    expect([percent(-51_277, 8), percent('5342100000', 8), percent(512, 6), percent(950_000, 6)]).toEqual([
      '-0.0513 %',
      '5342.1 %',
      '0.0512 %',
      '95 %',
    ]);
    expect([percent(0, 6), percent(-1, 8), percent(1_000_000, 6), percent(-100_000_000n, 8)]).toEqual([
      '0 %',
      '0 %',
      '100 %',
      '-100 %',
    ]);
    expect([percentOfFraction('0.1'), percentOfFraction('0'), percentOfFraction('0.3005')]).toEqual([
      '10 %',
      '0 %',
      '30.05 %',
    ]);
  });
});
