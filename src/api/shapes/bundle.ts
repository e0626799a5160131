/** A bundle as an answer: a file. */
import { schema } from './schema.ts';
import { shape } from './shape.ts';

/** A file that is the answer; `remove` is called when it was sent, or no one wants it any more. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  readonly remove: () => void;
}

/** One that was made in memory, with its type. */
export interface SentBytes {
  readonly type: string;
  readonly content: Buffer;
}

export const bundleShape = shape(
  schema<SentFile>({ type: 'string', format: 'binary', description: 'A .tar.gz, for `outcry verify`' }),
  '…' as unknown as SentFile,
);
