/**
 * Limits of an answer in a case: a file has its own size, an answer one in all, and a case a number of files.
 */
export const MOST_FILES = 20;
const FILE_BYTES = 384 * 1024;
/** Of a request, with room for everything but the files. */
const REQUEST_BYTES = 1024 * 1024 - 16 * 1024;

export interface Sized {
  readonly name: string;
  readonly size: number;
}

export type Unfit =
  | { readonly why: 'tooLarge' | 'empty'; readonly name: string }
  | { readonly why: 'tooMany'; readonly left: number }
  | { readonly why: 'tooMuch' };

/** Why an answer with these files would be refused; null: it fits. @param had files the case has already */
export function unfit(text: string, files: readonly Sized[], had: number): Unfit | null {
  const left = MOST_FILES - had;
  if (files.length > left) return { why: 'tooMany', left };
  for (const { name, size } of files) {
    if (size === 0) return { why: 'empty', name };
    if (size > FILE_BYTES) return { why: 'tooLarge', name };
  }
  // A character takes at most six bytes as JSON writes it, and base64 four for three.
  const bytes = files.reduce((sum, { size }) => sum + 4 * Math.ceil(size / 3), 6 * text.length);
  return bytes > REQUEST_BYTES ? { why: 'tooMuch' } : null;
}
