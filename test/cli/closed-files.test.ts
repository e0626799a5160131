/**
 * Closed files of the journal that are missing or damaged: whoever looks at the folder says so and names the file, a
 * start too, which goes on from a snapshot all the same. And the running exchange reads them again, one after the
 * other.
 */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../src/folder/backup/backup.ts';
import { restore } from '../../src/folder/backup/restore.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { FolderRefused } from '../../src/folder/inspect/finding.ts';
import { checkAll, checkUnknown, NOTHING_CLOSED } from '../../src/folder/journal/check-closed.ts';
import { readChecked, writeChecked } from '../../src/folder/journal/checked-files.ts';
import { Checker } from '../../src/app/journal/checker.ts';
import { replayFolder } from '../../src/folder/replay/replay-folder.ts';
import { verifyJournal } from '../../src/folder/replay/verify-journal.ts';
import { diagnoseFolder } from '../../src/folder/doctor/doctor.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { validateStart } from '../../src/folder/inspect/validate-start.ts';
import { openSnapshots } from '../../src/app/start/snapshots.ts';
import { startApp } from '../../src/app/start.ts';
import { compressClosed } from '../../src/sequencer/journal/compress.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, newFolder, outcry, startExchange } from './process.ts';

const SMALL = ['--journal-segment-bytes', '4096'];
const LEAST_FILES = 6;

let sound = '';
/** Its closed files, oldest first, and the first command in each. */
let files: string[] = [];
const firstOf = (name: string): number => Number.parseInt(name, 10);

beforeAll(async () => {
  sound = newFolder();
  const flags = ['--data', sound, '--port', '0', '--log-level', 'silent', ...SMALL];
  const app = await startApp(readConfig(flags, {}), { demo: true });
  const until = Date.now() + PATIENCE_MS;
  while (closedIn(sound).length < LEAST_FILES) {
    expect(Date.now(), 'closed files in time').toBeLessThan(until);
    await sleep(50);
  }
  await app.stop();
  const { journal } = dataFolder(sound);
  while ((await compressClosed(journal)) !== null);
  files = closedIn(sound);
  // A time that every file system and every copy keeps.
  for (const name of files) utimesSync(at(sound, name), 1e9, 1e9);
  await writeChecked(journal, (await checkAll(journal)).checked);
});
afterAll(cleanUp);

function closedIn(folder: string): string[] {
  return readdirSync(join(folder, 'journal'))
    .filter((name) => /\.seg(\.zst)?$/.test(name))
    .toSorted();
}

function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

const at = (folder: string, name: string): string => join(folder, 'journal', name);
const remove = (folder: string, names: readonly string[]): void => names.forEach((name) => rmSync(at(folder, name)));
function flip(folder: string, name: string): void {
  const bytes = readFileSync(at(folder, name));
  bytes[bytes.length - 20]! ^= 1;
  writeFileSync(at(folder, name), bytes);
}
function halve(folder: string, name: string): void {
  truncateSync(at(folder, name), readFileSync(at(folder, name)).length >> 1);
}

interface Damage {
  readonly what: string;
  readonly of: (folder: string) => void;
  readonly code: string;
  /** The file that is named. */
  readonly file: () => string;
  /** From this command on all is whole. */
  readonly from: () => number;
}

const raw = (name: string): string => name.replace('.zst', '');
const DAMAGES: readonly Damage[] = [
  {
    what: 'the first is missing',
    of: (it) => remove(it, files.slice(0, 1)),
    code: 'missing-segment',
    file: () => raw(files[0]!),
    from: () => firstOf(files[1]!),
  },
  {
    what: 'one in the middle is missing',
    of: (it) => remove(it, files.slice(2, 3)),
    code: 'missing-segment',
    file: () => raw(files[2]!),
    from: () => firstOf(files[3]!),
  },
  {
    what: 'all but the last are missing',
    of: (it) => remove(it, files.slice(0, -1)),
    code: 'missing-segment',
    file: () => raw(files.at(-2)!),
    from: () => firstOf(files.at(-1)!),
  },
  {
    what: 'a bit of one is flipped',
    of: (it) => flip(it, files[1]!),
    code: 'damaged-segment',
    file: () => files[1]!,
    from: () => firstOf(files[2]!),
  },
  {
    what: 'one is halved',
    of: (it) => halve(it, files[2]!),
    code: 'damaged-segment',
    file: () => files[2]!,
    from: () => firstOf(files[3]!),
  },
  {
    what: 'the header of one is overwritten',
    of: (it) => {
      const bytes = readFileSync(at(it, files[2]!));
      writeFileSync(at(it, files[2]!), bytes.fill(7, 0, 40));
    },
    code: 'damaged-segment',
    file: () => files[2]!,
    from: () => firstOf(files[3]!),
  },
];

interface Said {
  readonly level: 'warn' | 'error';
  readonly event: unknown;
  readonly file: unknown;
}

/** What a start says of the folder, up to where it would write. */
async function judged(folder: string, ...flags: string[]): Promise<Said[]> {
  const said: Said[] = [];
  const note =
    (level: Said['level']) =>
    ({ event, file }: Record<string, unknown>) =>
      void said.push({ level, event, file });
  const log = { warn: note('warn'), error: note('error'), info: () => undefined } as never;
  const { journal, snapshots } = dataFolder(folder);
  const config = readConfig(['--data', folder, ...flags], {});
  const { from } = await openSnapshots({ folder: snapshots, journal, startedMs: 0, log });
  said.length = 0;
  await validateStart(config, dataFolder(folder), 'start', log, () => undefined, from);
  return said;
}

describe('closed files of the journal', () => {
  it.each(DAMAGES)('when $what: a start, the doctor and every reader of the journal say so', async (damage) => {
    const folder = copyOf(sound);
    damage.of(folder);
    const named = `journal/${damage.file()}`;
    const finding = expect.objectContaining({ code: damage.code, file: named, severity: 'wrong' }) as object;

    expect(await judged(folder)).toContainEqual({ level: 'error', event: damage.code, file: named });
    const examined = await diagnoseFolder(folder, { store: null, verb: 'start' });
    expect([examined.ok, examined.findings]).toEqual([false, expect.arrayContaining([finding])]);
    expect(examined.findings.filter(({ severity }) => severity === 'refuse')).toEqual([]);
    const verified = await verifyJournal(folder);
    expect([verified.firstSequence, verified.findings]).toEqual([damage.from(), [finding]]);
    await expect(replayFolder(folder)).rejects.toThrow('--from-snapshot');
    const { mismatches } = await replayFolder(folder, { fromSnapshot: true });
    expect(mismatches).toEqual([expect.stringContaining(named)]);

    // A copy is made, and says what it lacks; so does the folder that is made of it.
    const copy = join(newFolder(), 'copy');
    expect((await backup(folder, copy, Date.now())).findings).toEqual([finding]);
    const again = join(newFolder(), 'again');
    expect((await restore(copy, again)).findings).toContainEqual(finding);
    expect(closedIn(again)).toEqual(closedIn(folder));
  });

  it('that are all there and whole are nothing to say', async () => {
    expect(await judged(sound)).toEqual([]);
    expect(await diagnoseFolder(sound, { store: null, verb: 'start' })).toMatchObject({ ok: true, findings: [] });
    expect(await verifyJournal(sound)).toMatchObject({ firstSequence: 1, findings: [] });
  });

  it('are needed where no snapshot stands for them: then the start is refused, and names the file', async () => {
    for (const { of, file } of DAMAGES) {
      const folder = copyOf(sound);
      of(folder);
      rmSync(join(folder, 'snapshots'), { recursive: true });
      const refused = await judged(folder).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(FolderRefused);
      const { findings } = refused as FolderRefused;
      const words = JSON.stringify(findings);
      expect(words, words).toMatch(new RegExp(`${raw(file())}|The files before it are not in`));
    }
  });

  it('whose loss is accepted are told as lost from then on, and are no fault any more', async () => {
    const folder = copyOf(sound);
    remove(folder, files.slice(0, 2));
    const last = firstOf(files[2]!) - 1;
    await judged(folder, '--accept-loss', `missing-segment@${last - 1}`);
    expect(await judged(folder)).toMatchObject([{ level: 'error' }]);
    await judged(folder, '--accept-loss', `missing-segment@${last}`);
    expect(await judged(folder)).toMatchObject([{ level: 'warn', event: 'missing-segment' }]);
    expect((await diagnoseFolder(folder, { store: null, verb: null })).ok).toBe(true);
    await expect(replayFolder(folder)).rejects.toThrow(`The loss of commands 1 to ${last} was accepted.`);
    // One that goes after that is a loss of its own; put back, all are there again.
    remove(folder, files.slice(2, 3));
    expect(await judged(folder)).toMatchObject([{ level: 'warn' }, { level: 'error' }]);
    for (const name of files) cpSync(at(sound, name), at(folder, name));
    expect(await judged(folder)).toEqual([]);
  });

  it('are said by the verbs, with their exit codes, and by a start that goes on', async () => {
    const folder = copyOf(sound);
    remove(folder, files.slice(0, 1));
    flip(folder, files[3]!);
    const doctor = await outcry('doctor', '--data', folder);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(/WRONG journal\/[^]*is lost or wrong/)]);
    const verify = await outcry('journal', 'verify', '--data', folder);
    expect(verify.code).toBe(1);
    expect(verify.stdout).toContain(`NOT WHOLE: only from command ${firstOf(files[4]!)} on is every record there`);
    const copied = await outcry('backup', join(newFolder(), 'copy'), '--data', folder);
    expect([copied.code, copied.stdout]).toEqual([1, expect.stringContaining('The copy is made, and lacks what')]);
    const running = await startExchange('start', folder, '--log-level', 'error', ...SMALL);
    const ready = (await (await fetch(`${running.ready.url}/readyz`)).json()) as object;
    expect(ready).toMatchObject({ status: 'ready', journal: 'damaged', journal_lost_files: 2 });
    const metrics = await (await fetch(`${running.ready.url}/metrics`)).text();
    expect(metrics).toContain('outcry_journal_lost_files 2');
    const authorization = `Bearer ${readFileSync(join(folder, 'admin-token'), 'utf8')}`;
    const overview = await fetch(`${running.ready.adminUrl}/admin/v1/overview`, { headers: { authorization } });
    expect(await overview.json()).toMatchObject({
      health: { takesCommands: true, findings: [{ what: 'journalLost', level: 'warn', facts: { count: 2 } }] },
    });
    const { stderr } = await running.stop();
    expect(stderr).toContain(`"file":"journal/${files[3]}"`);
    expect(stderr).toContain(`"file":"journal/${raw(files[0]!)}"`);
  });
});

describe('a running exchange', () => {
  const QUICK = { everyMs: 1, firstAfterMs: 1 };
  interface Told {
    readonly level: string;
    readonly file: string;
  }

  function checking(folder: string): { checker: Checker; told: Told[] } {
    const told: Told[] = [];
    const note =
      (level: string) =>
      ({ file, err }: { file: string; err?: unknown }) =>
        void told.push({ level, file: err === undefined ? file : String(err) });
    const log = { info: note('info'), error: note('error') } as never;
    const { journal } = dataFolder(folder);
    return { checker: new Checker(journal, { ...NOTHING_CLOSED, files }, log, QUICK), told };
  }

  async function until(done: () => boolean, what: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!done()) {
      expect(Date.now(), what).toBeLessThan(end);
      await sleep(5);
    }
  }

  it('reads each closed file again, the one that was not read for longest, across restarts', async () => {
    const folder = copyOf(sound);
    rmSync(at(folder, 'checked'));
    const first = checking(folder);
    await until(() => first.told.length >= 2, 'two were read');
    await first.checker.stop();
    // One that stood still meanwhile may have begun anew.
    const before = first.told.map(({ file }) => file).slice(0, files.length);
    expect(new Set(before).size).toBe(before.length);
    expect(readChecked(dataFolder(folder).journal).size).toBe(before.length);
    const second = checking(folder);
    await until(() => before.length + second.told.length >= files.length, 'all were read');
    await second.checker.stop();
    const all = [...before, ...second.told.map(({ file }) => file)].slice(0, files.length);
    expect(all.toSorted()).toEqual(files);
    // What is known to be whole is not read at a start.
    const known = await checkUnknown(dataFolder(folder).journal, PATIENCE_MS);
    expect(known).toMatchObject({ checked: [], unread: 0, damaged: [] });
  });

  it('names a file that is damaged, or gone, once, and says when it is back', async () => {
    const folder = copyOf(sound);
    flip(folder, files[1]!);
    remove(folder, files.slice(3, 4));
    rmSync(at(folder, 'checked'));
    const { checker, told } = checking(folder);
    const lost = [raw(files[3]!)];
    await until(() => told.some(({ level }) => level === 'error'), 'the missing one was named');
    expect(told.filter(({ level }) => level === 'error')).toEqual([{ level: 'error', file: lost[0] }]);
    cpSync(at(sound, files[3]!), at(folder, files[3]!));
    await until(() => told.some(({ file }) => file === files[1]), 'the damaged one was named');
    await until(() => checker.lost() === 1, 'the missing one is back');
    cpSync(at(sound, files[1]!), at(folder, files[1]!));
    await until(() => checker.lost() === 0, 'the damaged one is back');
    await checker.stop();
    expect(told.filter(({ level }) => level === 'error').length).toBe(2);
  });

  it('says at its start what was found damaged before, also when there is no time to read it', async () => {
    const folder = copyOf(sound);
    const { journal } = dataFolder(folder);
    flip(folder, files[0]!);
    const { checked } = await checkUnknown(journal, PATIENCE_MS);
    expect(checked.map(({ name }) => name)).toEqual([files[0]]);
    await writeChecked(journal, checked);
    const look = await checkUnknown(journal, 0);
    expect(look.damaged.map(({ path }) => basename(path))).toEqual([files[0]]);
  });
});
