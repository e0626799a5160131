/** A bundle as an answer: a file. */
import { Type } from 'typebox';
import type { SentFile } from '../front/sent-file.ts';
import { shape } from './shape.ts';

export const bundleShape = shape(
  Type.Unsafe<SentFile>({ type: 'string', format: 'binary', description: 'A .tar.gz, for `outcry verify`' }),
  '…' as unknown as SentFile,
);
