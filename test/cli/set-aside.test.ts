// A command in the journal that can never be applied: the start says which and why, nothing else is lost, and setting
// it aside gets the exchange going again; the replay, the read store and the audit all pass over it.
import { copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJournal } from '../../src/sequencer/journal/find-journal.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { cleanUp, newFolder, outcry, outcryJson, startExchange } from './process.ts';

/** Once accepted, journaled, and fatal. */
const POISON =
  '{"name":"changeContract","symbol":"cmt_btcusdt","change":{"tiers":[{"bound":"100000","maxLeverage":50,"ratePercent":"0.5"},null]},"effectiveMs":null}';
const NO_COMMAND = 'it is no command: change.tiers[1] is null, needs an object with bound, maxLeverage, ratePercent';

interface Audited {
  readonly ok: boolean;
  readonly setAside: readonly { readonly sequence: number; readonly reason: string }[];
}

const PROCESSES_MS = 120_000;
let data = '';
let uid = 0;
let poisonAt = 0;

const journalFile = (folder = data): string => join(folder, 'journal.log');
const depositOf = (amount: string): string => `{"name":"deposit","account":${uid},"amount":"${amount}"}`;

/** Writes records at the end of a stopped exchange's journal, as a program without a check would have. */
async function append(folder: string, ...texts: string[]): Promise<number> {
  const journal = await openJournal(journalFile(folder));
  const { sequence, timeMs } = journal.end;
  await journal.append(texts.map((text, at) => ({ sequence: sequence + 1 + at, timeMs, text })));
  await journal.close();
  return sequence + 1;
}

async function balance(folder = data): Promise<string> {
  const list = await outcryJson<{ uid: number; equity: string }[]>('account', 'list', '--data', folder);
  return list.find((one) => one.uid === uid)!.equity;
}

beforeAll(async () => {
  data = newFolder();
  const running = await startExchange('serve', data);
  uid = (await outcryJson<{ uid: number }>('account', 'create', 'team', '--data', data)).uid;
  await outcry('account', 'deposit', String(uid), '100', '--data', data);
  expect((await running.stop()).code).toBe(0);
  poisonAt = await append(data, POISON, depositOf('5'), depositOf('7'));
}, PROCESSES_MS);
afterAll(cleanUp);

const setAside = (sequence: number | string, reason = 'tiers with a row of nothing') =>
  outcry('journal', 'set-aside', String(sequence), '--reason', reason, '--data', data);

describe('a journal with a command that can not be applied', () => {
  it(
    'stops the start and the replay with its sequence, its field, and the way out',
    async () => {
      const said = `stopped at sequence ${poisonAt} (changeContract, ending at byte`;
      for (const verb of ['serve', 'replay']) {
        const { code, stderr } = await outcry(verb, '--data', data);
        expect([verb, code]).toEqual([verb, 1]);
        for (const part of [said, NO_COMMAND, `\`outcry journal set-aside ${poisonAt} --reason TEXT\` passes`])
          expect(stderr).toContain(part);
      }
    },
    PROCESSES_MS,
  );

  it(
    'is left alone when setting aside is asked for wrongly or would not help',
    async () => {
      const before = readFileSync(journalFile());
      const refused = async (code: number, says: string, answer: ReturnType<typeof outcry>): Promise<void> =>
        expect(await answer).toMatchObject({ code, stderr: expect.stringContaining(says) });
      await refused(2, 'needs the sequence of a command', setAside('last'));
      await refused(2, '--reason needs a text', setAside(poisonAt, ' '));
      await refused(2, 'SEQUENCE is missing', outcry('journal', 'set-aside', '--data', data));
      await refused(1, `the journal ends at sequence ${poisonAt + 2}; nothing was changed`, setAside(poisonAt + 3));
      await refused(1, `does not get to sequence ${poisonAt + 1}`, setAside(poisonAt + 1));
      await refused(1, `without sequence 1 the replay stops as well, at sequence ${poisonAt}`, setAside(1));
      const nowhere = newFolder();
      await refused(1, 'there is no journal', outcry('journal', 'set-aside', '1', '--reason', 'x', '--data', nowhere));
      expect(readFileSync(journalFile()).equals(before)).toBe(true);
    },
    PROCESSES_MS,
  );

  it(
    'passes over it once it is set aside, and has lost nothing else',
    async () => {
      const before = readFileSync(journalFile());
      const { end } = (await findJournal(journalFile()))!;
      const done = await setAside(poisonAt);
      expect(done.stdout).toContain(`sequence ${poisonAt} is set aside, by record ${poisonAt + 3}; the journal can be`);
      expect(readFileSync(journalFile()).subarray(0, end.endOffset).equals(before.subarray(0, end.endOffset))).toBe(
        true,
      );

      const replayed = await outcry('replay', '--data', data);
      expect(replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('sound: every invariant holds') });
      expect(replayed.stdout).toMatch(
        new RegExp(`^set aside ${poisonAt} \\(20.*Z\\): tiers with a row of nothing$`, 'm'),
      );
      const audited = await outcryJson<Audited>('audit', '--journal', '--data', data);
      expect(audited).toMatchObject({ ok: true, setAside: [{ sequence: poisonAt }] });

      const running = await startExchange('serve', data);
      expect(await balance()).toBe('112.00000000');
      const live = await outcryJson<Audited>('audit', '--data', data);
      expect(live).toMatchObject({
        ok: true,
        setAside: [{ sequence: poisonAt, reason: 'tiers with a row of nothing' }],
      });
      const bills = `${running.ready.adminUrl}/admin/bills?uid=${uid}`;
      const authorization = `Bearer ${readFileSync(join(data, 'admin-token'), 'utf8').trim()}`;
      const { list } = (await (await fetch(bills, { headers: { authorization } })).json()) as { list: unknown[] };
      expect(list.length, 'rows of the read store').toBe(3);
      expect(await setAside(1)).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });

      const { sequence, hash } = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
      expect((await running.stop()).stderr).toContain(`command ${poisonAt} is set aside by record ${poisonAt + 3}`);
      const again = await outcryJson<{ hash: string }>('replay', '--until', String(sequence), '--data', data);
      expect(again.hash).toBe(hash);
    },
    PROCESSES_MS,
  );

  it(
    'can be applied whole then, and nothing more of it is set aside',
    async () => {
      const before = statSync(journalFile()).mtimeMs;
      for (const [sequence, says] of [
        [poisonAt, `sequence ${poisonAt} was set aside before`],
        [poisonAt + 3, 'sets another one aside, and stays'],
        [1, 'every command of the journal can be applied'],
      ] as const)
        expect(await setAside(sequence)).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
      expect(statSync(journalFile()).mtimeMs).toBe(before);
      expect(await outcry('doctor', '--data', data)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`command ${poisonAt} is set aside by record ${poisonAt + 3}`),
      });
    },
    PROCESSES_MS,
  );

  it(
    'takes one after another, also what is no JSON and what no version knows',
    async () => {
      const first = await append(data, '{"name":', '{"name":"teleport","account":1}', depositOf('1'));
      expect((await setAside(first, 'half a text')).stdout).toContain(
        `it now stops at sequence ${first + 1}: teleport`,
      );
      expect((await setAside(first + 1, 'of a newer version')).stdout).toContain('replayed to its end');
      const replayed = await outcryJson<Audited>('replay', '--data', data);
      expect(replayed.setAside.map(({ sequence }) => sequence)).toEqual([poisonAt, first, first + 1]);
    },
    PROCESSES_MS,
  );
});

describe('a read store with rows of a command that was set aside later', () => {
  it(
    'stops the start until it is built anew',
    async () => {
      const folder = newFolder();
      const first = await startExchange('serve', folder);
      uid = (await outcryJson<{ uid: number }>('account', 'create', 'team', '--data', folder)).uid;
      await outcry('account', 'deposit', String(uid), '100', '--data', folder);
      expect(await balance(folder)).toBe('100.00000000');
      await first.stop();
      const journal = await openJournal(journalFile(folder), { readonly: true });
      const deposit = [...journal.read()].find(({ command }) => command.name === 'deposit')!.sequence;
      await journal.close();
      await append(folder, `{"name":"setAside","sequence":${deposit},"reason":"a test","writtenMs":1}`);
      copyFileSync(journalFile(folder), join(folder, 'copy'));

      const refused = await outcry('serve', '--data', folder);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining(`command ${deposit} was set aside after`),
      ]);
      expect(refused.stderr).toContain('--rebuild-store');
      expect(readFileSync(journalFile(folder)).equals(readFileSync(join(folder, 'copy')))).toBe(true);
      const again = await startExchange('serve', folder, '--rebuild-store');
      expect(await balance(folder)).toBe('0');
      expect((await again.stop()).code).toBe(0);
      const once = await startExchange('serve', folder);
      expect((await once.stop()).code).toBe(0);
    },
    PROCESSES_MS,
  );
});
