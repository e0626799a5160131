/**
 * The mark of a folder that a rehearsal made, which says so for good: its time is invented, and nobody may ever take it
 * for an exchange that people traded on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../market/world/table.ts';
import { type DataFolder, writePrivateFile } from './data-folder.ts';

export interface RehearsalMark {
  /** Start of its time. */
  readonly fromMs: number;
  readonly seed: string;
  readonly hasMarket: boolean;
  /** A file of prices; none: they are those of the seed's world. */
  readonly prices?: {
    readonly file: string;
    readonly sha256?: string;
    /** How much earlier a moment of the exchange is in the file, ms. */
    readonly earlierMs: number;
    /** Hides which prices they are; null: shown as they were. */
    readonly disguise: string | null;
  } | null;
  /** Whether its world has headlines. */
  readonly headlines?: true;
  /** Rows of the world's table beside its own, for contracts of the operator's. */
  readonly contracts?: readonly Row[];
  /** Accounts beside those of a demo, and the money each had, USDT. */
  readonly accounts: number;
  readonly balance: string;
  /** With the scripted agents of a demo, and seasons of a practice contest. */
  readonly hasDemo?: boolean;
  /** Of a branch beside the first: its name, and the seed its market went on with, if that is another. */
  readonly branch?: string;
  readonly marketSeed?: string;
}

const NAME = 'rehearsal.json';

/** @throws Error of one that can't be read */
export function readMark({ path }: DataFolder): RehearsalMark | null {
  const file = join(path, NAME);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RehearsalMark) : null;
}

export function writeMark({ path }: DataFolder, mark: RehearsalMark): void {
  writePrivateFile(join(path, NAME), `${JSON.stringify(mark)}\n`);
}

/** @throws Error when the folder was made by the other kind */
export function mustBeOfKind(folder: DataFolder, wanted: 'rehearsal' | 'lasting'): void {
  const isMarked = readMark(folder) !== null;
  if (isMarked && wanted === 'lasting')
    throw new Error(`${folder.path} is a rehearsal's, whose time is invented: \`outcry rehearse\` goes on with it`);
  if (!isMarked && wanted === 'rehearsal' && existsSync(folder.journal))
    throw new Error(`${folder.path} holds an exchange that is no rehearsal: give another folder with --data`);
}
