/**
 * The memory of a branch that its journal does not hold: of its market, its front, its faults. A stop keeps it beside
 * the journal, a checkpoint in itself; it is plain JSON.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kept } from '../../api/call/rehearsal.ts';
import { writePrivateFile } from '../../folder/disk/data-folder.ts';

export interface Remembered {
  /** The last command when it was kept, and the time. */
  readonly sequence: number;
  readonly virtualMs: number;
  readonly parts: Readonly<Record<string, unknown>>;
}

/** Parts that were ordered, and hold whatever happened since. */
const LASTING: ReadonlySet<string> = new Set(['scenario', 'faults']);

export class Memory {
  readonly #path: string;
  readonly #saved: Remembered | null;
  readonly #parts = new Map<string, Kept>();

  /** @param folder of the branch */
  constructor(folder: string) {
    this.#path = join(folder, 'rehearsal-state.json');
    this.#saved = readMemory(folder);
  }

  /** Holds a part from now on. */
  keep(name: string, part: Kept): void {
    this.#parts.set(name, part);
  }

  /**
   * Gives the parts it holds what they had.
   * @param sequence of the last command; where that is another, as after a kill, only orders of the operator are left
   * @returns what was remembered of this moment; null: it is another
   */
  giveBack(sequence: number): Remembered | null {
    const saved = this.#saved;
    const isOfNow = saved?.sequence === sequence;
    for (const [name, part] of this.#parts) {
      const had = saved?.parts[name];
      if (had !== undefined && had !== null && (isOfNow || LASTING.has(name))) part.restore(had as never);
    }
    return isOfNow ? saved : null;
  }

  /** @param parts beside those it holds */
  write(moment: Pick<Remembered, 'sequence' | 'virtualMs'>, parts: Remembered['parts']): void {
    const held = [...this.#parts].map(([name, part]) => [name, part.save()] as const);
    writeMemory(this.#path, { ...moment, parts: { ...Object.fromEntries(held), ...parts } });
  }
}

export function readMemory(folder: string): Remembered | null {
  const file = join(folder, 'rehearsal-state.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Remembered) : null;
}

export function writeMemory(path: string, remembered: Remembered): void {
  writePrivateFile(path, `${JSON.stringify(remembered)}\n`);
}
