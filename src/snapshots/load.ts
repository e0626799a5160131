/**
 * Finds what a start can resume from: the newest snapshot that is whole, of this version, and fits the journal. Each
 * that is not is passed over and named, down to none: then everything is replayed.
 */
import type { Json } from '../core/state/kinds.ts';
import { emptyState, type State } from '../core/state/state.ts';
import type { JournalDisk } from '../sequencer/disk/disk.ts';
import { type SnapshotHead, SnapshotUnfit, STATE_VERSION } from './format.ts';
import { readHead, readSnapshot, type SnapshotRead } from './read.ts';
import { snapshotNames } from './shelf.ts';
import type { WrittenPart } from './write.ts';
import { machine } from '../time/machine.ts';

/** A part beside the state that knows what rows say. */
export interface RestoredPart extends WrittenPart {
  restore(rows: Iterable<readonly Json[]>): void;
}

export interface LoadOptions<History extends { readonly all: readonly RestoredPart[] }> {
  readonly disk: JournalDisk;
  readonly folder: string;
  /** Later ones are left aside, without a word: the rows of the read store do not reach so far. */
  readonly upTo?: number;
  /** Why the journal does not let it be resumed from, or null. */
  readonly mismatch: (head: SnapshotHead) => string | null;
  /** Makes the projections beside a state; they know nothing yet. */
  readonly remember: (state: State) => History;
  readonly passOver: (name: string, why: string) => void;
}

export interface Loaded<History> extends Omit<SnapshotRead, 'rows'> {
  readonly name: string;
  readonly history: History;
  readonly milliseconds: number;
}

/** The heads of those that fit, newest first; they may be damaged further on. */
export async function* fitting<History extends { readonly all: readonly RestoredPart[] }>(
  options: LoadOptions<History>,
): AsyncGenerator<{ readonly name: string; readonly head: SnapshotHead }> {
  const { disk, folder, upTo = Number.POSITIVE_INFINITY, mismatch, remember, passOver } = options;
  const { all } = remember(emptyState());
  for (const name of snapshotNames(disk, folder)) {
    try {
      const head = await readHead(disk, folder, name);
      if (head.position.sequence > upTo) continue;
      const why = otherVersion(head, all) ?? mismatch(head);
      if (why !== null) throw new SnapshotUnfit(why);
      yield { name, head };
    } catch (error) {
      passOver(name, wordsOf(error));
    }
  }
}

/** Null when there is none to resume from. */
export async function loadSnapshot<History extends { readonly all: readonly RestoredPart[] }>(
  options: LoadOptions<History>,
): Promise<Loaded<History> | null> {
  const { remember, passOver, disk, folder } = options;
  for await (const { name } of fitting(options)) {
    const startMs = machine.steadyMs();
    try {
      const { rows, ...read } = await readSnapshot(disk, folder, name);
      const history = remember(read.state);
      for (const part of history.all) part.restore(rows.get(part.name) ?? []);
      return { ...read, name, history, milliseconds: Math.round(machine.steadyMs() - startMs) };
    } catch (error) {
      passOver(name, wordsOf(error));
    }
  }
  return null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Why this version can't read it, or null. */
export function otherVersion({ state, parts }: SnapshotHead, own: readonly WrittenPart[]): string | null {
  if (state !== STATE_VERSION) return 'another version wrote it: its state has other fields';
  const words = (all: SnapshotHead['parts']): string => all.map(({ name, version }) => `${name} ${version}`).join(', ');
  return words(parts) === words(own)
    ? null
    : `another version wrote it: it holds ${words(parts)}, this version needs ${words(own)}`;
}
