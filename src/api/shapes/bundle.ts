/** A bundle as an answer: a file. */
import type { SentFile } from './sent-file.ts';
import { shape } from './shape.ts';
import { schema } from './schema.ts';

export const bundleShape = shape(
  schema<SentFile>({ type: 'string', format: 'binary', description: 'A .tar.gz, for `outcry verify`' }),
  '…' as unknown as SentFile,
);
