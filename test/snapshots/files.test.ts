/**
 * A snapshot's file, on a real disk: what was written is read, the state and what is remembered beside it; and a file
 * that is torn anywhere, or has one other byte, or another form, is named and passed over for the one before it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHistory, type History } from '../../src/folder/history.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { type JournalDisk, realDisk } from '../../src/sequencer/disk/disk.ts';
import { type LoadOptions, type Loaded, loadSnapshot } from '../../src/snapshots/load.ts';
import { type SnapshotMade, writeSnapshot } from '../../src/snapshots/write.ts';
import { moves } from '../property/commands.ts';
import { enter, take, type Walk } from '../property/walk.ts';
import { sha256 } from '../scenarios/exchange.ts';

const disk = realDisk;
const [list = []] = fc.sample(moves(120), { seed: 7, numRuns: 1 });

let folder = '';
let walk: Walk;
let history: History;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'outcry-snapshots-')), 'snapshots');
  walk = take(list, undefined, { copying: true, logging: true });
  history = createHistory(walk.exchange.state, 0);
  for (const sequenced of walk.exchange.commands.slice(-1))
    for (const projection of history.all)
      projection.apply(sequenced, { ok: true, result: null, ...sequenced, events: walkEvents(walk) });
});

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Something for each projection to remember. */
function walkEvents({ exchange }: Walk) {
  const orders = exchange.fills.flatMap(({ taker, maker }) => [taker.order, maker.order]);
  return [
    ...exchange.bills.map((bill) => ({ name: 'billPosted' as const, bill })),
    ...exchange.fills,
    ...orders.map((order) => ({ name: 'orderChanged' as const, order })),
  ];
}

function write(on: JournalDisk = disk, onLines?: () => void): Promise<SnapshotMade> {
  const { state } = walk.exchange;
  const { sequence, timeMs } = state;
  const position = { sequence, timeMs, endOffset: sequence * 100, journal: 'ab', checksum: 7 };
  const said = { exchange: 'walk+0', beginning: 'unknown', takenMs: timeMs };
  return writeSnapshot(on, folder, { state, parts: history.all, position, ...said }, onLines);
}

interface Found {
  readonly loaded: Loaded<History> | null;
  readonly passedOver: readonly string[];
}

async function load(options: Partial<LoadOptions<History>> = {}): Promise<Found> {
  const passedOver: string[] = [];
  const loaded = await loadSnapshot({
    disk,
    folder,
    mismatch: () => null,
    remember: (state) => createHistory(state, 0),
    passOver: (name, why) => passedOver.push(`${name}: ${why}`),
    ...options,
  });
  return { loaded, passedOver };
}

function step(): void {
  enter(walk, { name: 'tick' }, 1_000);
}

describe('a snapshot', () => {
  it('is read back: the state, its hash, and what is remembered', async () => {
    const made = await write();
    expect(made.hash).toBe(stateHash(walk.exchange.state, sha256));
    const { loaded, passedOver } = await load();
    expect(passedOver).toEqual([]);
    expect(loaded).toMatchObject({ name: made.name, hash: made.hash, lines: made.lines, bytes: made.bytes });
    expect(loaded?.head).toMatchObject({ exchange: 'walk+0', position: { sequence: made.sequence } });
    expect(stateHash(loaded!.state, sha256)).toBe(made.hash);
    for (const [at, projection] of loaded!.history.all.entries()) {
      const rows = [...history.all[at]!.save()];
      expect([...projection.save()], projection.name).toEqual(rows);
    }
    expect([...loaded!.history.turnover.save()].length).toBeGreaterThan(0);
  });

  it('is for its owner only, and has its name once it is whole', async () => {
    const seen: string[] = [];
    const made = await write(disk, () => seen.push(...readdirSync(folder)));
    expect(readdirSync(folder)).toEqual([made.name]);
    expect(statSync(join(folder, made.name)).size).toBe(made.bytes);
    if (process.platform !== 'win32') expect(statSync(join(folder, made.name)).mode & 0o777).toBe(0o600);
    expect(seen).not.toContain(made.name);
  });

  it('is one of three that are kept', async () => {
    const names: string[] = [];
    for (let at = 0; at < 5; at++) {
      names.push((await write()).name);
      step();
    }
    expect(readdirSync(folder).toSorted()).toEqual(names.slice(2));
  });

  it('of a journal that went another way is not kept beside those of this one', async () => {
    const before = walk;
    walk = take(list);
    for (let at = 0; at < 3; at++) {
      step();
      await write();
    }
    walk = before;
    for (let at = 0; at < 50; at++) step();
    const { name } = await write();
    walk = take([]);
    history = createHistory(walk.exchange.state, 0);
    const earlier = await write();
    expect(name > earlier.name).toBe(true);
    expect(readdirSync(folder)).toEqual([earlier.name]);
  });

  it('that could not be written leaves nothing, and what was there', async () => {
    const { name } = await write();
    step();
    const full: JournalDisk = {
      ...disk,
      open(path, readonly) {
        const file = disk.open(path, readonly);
        const some = async (bytes: Uint8Array, offset: number): Promise<void> => {
          await file.write(bytes.subarray(0, 10), offset);
          throw Object.assign(new Error('ENOSPC: no space left'), { syscall: 'write' });
        };
        return { ...file, write: some };
      },
    };
    await expect(write(full)).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual([name]);
    await expect(write({ ...disk, rename: () => Promise.reject(new Error('EIO')) })).rejects.toThrow('EIO');
    expect(readdirSync(folder)).toEqual([name]);
  });
});

describe('a snapshot that can not be gone on from', () => {
  let older = '';
  let newer = '';
  let bytes = Buffer.alloc(0);

  beforeEach(async () => {
    older = (await write()).name;
    step();
    newer = (await write()).name;
    bytes = readFileSync(join(folder, newer));
  });

  /** The newer one is passed over for a reason like this. */
  async function expectOlder(why: RegExp, options: Partial<LoadOptions<History>> = {}): Promise<void> {
    const { loaded, passedOver } = await load(options);
    expect(passedOver).toEqual([expect.stringMatching(why)]);
    expect(passedOver[0]).toContain(newer);
    expect(loaded?.name).toBe(older);
  }

  /** With its lines changed, and all sums made to fit: as another program might write it. */
  function rewrite(change: (text: string) => string): void {
    writeFileSync(join(folder, newer), zstdCompressSync(change(zstdDecompressSync(bytes).toString())));
  }

  it('because it is torn, wherever it is', async () => {
    for (let part = 0; part < 24; part++) {
      writeFileSync(join(folder, newer), bytes);
      truncateSync(join(folder, newer), Math.floor((bytes.length * part) / 24));
      await expectOlder(/torn|damaged/);
    }
  });

  it('because a byte of it is another', async () => {
    for (let part = 0; part < 48; part++) {
      const damaged = Buffer.from(bytes);
      const at = Math.floor((bytes.length * part) / 48);
      damaged[at] = damaged[at]! ^ (1 << (part % 8));
      writeFileSync(join(folder, newer), damaged);
      const { loaded, passedOver } = await load();
      // A bit of the compressor's own may mean nothing: then what is read is what was written.
      if (loaded?.name === newer) expect(stateHash(loaded.state, sha256)).toBe(stateHash(walk.exchange.state, sha256));
      else expect([loaded?.name, passedOver.length]).toEqual([older, 1]);
    }
  });

  it('because a figure of it was changed, and compressed again', async () => {
    rewrite((text) => text.replace(/(\n\["part",\d+,\d+),(\d+)/, '$1,1$2'));
    await expectOlder(/damaged: its checksum is another|damaged: state/);
    rewrite((text) => text.replace('"beginning":"unknown"', '"beginning":"served"'));
    await expectOlder(/its head is damaged/);
  });

  it('because a line is missing, or something follows', async () => {
    rewrite((text) => text.split('\n').toSpliced(40, 1).join('\n'));
    await expectOlder(/lines, and \d+ were written|damaged/);
    rewrite((text) => `${text}["more"]\n`);
    await expectOlder(/something follows its trailer/);
  });

  it('because another version wrote it, or it is something else', async () => {
    rewrite((text) => text.replace('["outcry snapshot",2,', '["outcry snapshot",1,'));
    await expectOlder(/it has format 1, this version reads format 2/);
    rewrite(() => 'hello\n');
    await expectOlder(/is no JSON|is no snapshot/);
    writeFileSync(join(folder, newer), bytes);
    const { loaded, passedOver } = await load({
      remember: (state) => {
        const made = createHistory(state, 0);
        return { ...made, all: made.all.map((one) => ({ ...one, version: one.name === 'tape' ? 2 : one.version })) };
      },
    });
    expect(loaded).toBeNull();
    expect(passedOver).toEqual([
      expect.stringContaining('another version wrote it: it holds bars 3'),
      expect.stringContaining('this version needs'),
    ]);
  });

  it('because the rows of the read store do not reach so far, and that is nothing to say', async () => {
    const { sequence } = walk.exchange.state;
    const { loaded, passedOver } = await load({ upTo: sequence - 1 });
    expect([loaded?.name, passedOver]).toEqual([older, []]);
  });

  it('because it does not fit the journal', async () => {
    const { sequence } = walk.exchange.state;
    await expectOlder(/not of this journal/, {
      mismatch: ({ position }) => (position.sequence === sequence ? 'not of this journal' : null),
    });
  });

  it('together with all others: then there is none', async () => {
    for (const name of [older, newer]) writeFileSync(join(folder, name), 'nothing');
    const { loaded, passedOver } = await load();
    expect([loaded, passedOver.length]).toEqual([null, 2]);
    expect((await load({ folder: join(folder, 'elsewhere') })).loaded).toBeNull();
  });
});
