/**
 * The snapshots between two lives of the service: what may happen to them there, drawn, and which of them nothing has
 * happened to. What a start makes of them is judged elsewhere (acts/faults.ts).
 */
import { join } from 'node:path';
import type { Random } from '../../../src/market/random.ts';
import type { MemoryDisk } from '../../../src/sequencer/disk/memory-disk.ts';
import { snapshotNames } from '../../../src/snapshots/shelf.ts';

export interface Shelf {
  /** Does something to them, or nothing; returns what, in words. */
  meddle(random: Random): Promise<string>;
  /** Names of those that are as the service wrote them, newest first. */
  sound(): string[];
}

interface Kept {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What is done to them, and how often. Once all are gone a start replays everything, and its life writes new ones. */
const DEEDS = { left: 5, newestGone: 2, allGone: 4, torn: 2, bitTurned: 2, stale: 2, misnamed: 1 } as const;
type Deed = keyof typeof DEEDS;

function drawDeed(random: Random): Deed {
  const all = Object.entries(DEEDS) as [Deed, number][];
  let left = random.below(all.reduce((sum, [, weight]) => sum + weight, 0));
  return all.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'left';
}

export function createShelf(disk: MemoryDisk, folder: string): Shelf {
  /** Their bytes after what was done to them; one that was written since has others. */
  const harmed = new Map<string, Buffer>();
  /** An older one that was put away, as in a copy of the folder. */
  let away: Kept | null = null;

  function bytesOf(name: string): Buffer {
    const file = disk.open(join(folder, name), true);
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    file.close();
    return bytes;
  }

  async function put({ name, bytes }: Kept): Promise<void> {
    await remove([name]);
    const file = disk.open(join(folder, name), false);
    await file.write(bytes, 0);
    await file.sync();
    file.close();
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) await disk.remove(join(folder, name));
    await disk.syncFolder(folder);
  }

  async function replaceAll(names: readonly string[], one: Kept): Promise<void> {
    await remove(names);
    await put(one);
  }

  async function harm(name: string, bytes: Buffer): Promise<void> {
    await put({ name, bytes });
    harmed.set(name, bytes);
  }

  const sound = (): string[] =>
    snapshotNames(disk, folder).filter((name) => !(harmed.get(name)?.equals(bytesOf(name)) ?? false));

  function putAway(random: Random): void {
    const name = sound().at(-1);
    if (name !== undefined && (away === null || random.below(8) === 0)) away = { name, bytes: bytesOf(name) };
  }

  /** @param place drawn: where in the newest */
  const deeds: Readonly<Record<Deed, (names: readonly string[], newest: Kept, place: number) => Promise<void> | null>> =
    {
      left: () => Promise.resolve(),
      newestGone: (_, { name }) => remove([name]),
      allGone: (names) => remove(names),
      torn: (_, { name, bytes }, place) => harm(name, bytes.subarray(0, place % bytes.length)),
      bitTurned: (_, { name, bytes }, place) => harm(name, withBitTurned(bytes, place)),
      stale: (names, { name }) => (away === null || away.name === name ? null : replaceAll(names, away)),
      misnamed: (_, { name }) => (away === null || away.name === name ? null : put({ ...away, name })),
    };

  return {
    sound,
    async meddle(random) {
      const names = snapshotNames(disk, folder);
      const deed = drawDeed(random);
      const place = random.next();
      putAway(random);
      const [name] = names;
      if (name === undefined) return 'none there';
      const done = deeds[deed](names, { name, bytes: bytesOf(name) }, place);
      await done;
      return done === null ? WORDS.left : WORDS[deed];
    },
  };
}

const WORDS: Readonly<Record<Deed, string>> = {
  left: 'left as they are',
  newestGone: 'the newest removed',
  allGone: 'all removed',
  torn: 'the newest torn',
  bitTurned: 'a bit of the newest turned',
  stale: 'an older one in the place of all',
  misnamed: 'an older one under the name of the newest',
};

function withBitTurned(bytes: Buffer, place: number): Buffer {
  const turned = Buffer.from(bytes);
  const at = place % bytes.length;
  turned.writeUInt8(turned.readUInt8(at) ^ (1 << (place % 8)), at);
  return turned;
}
