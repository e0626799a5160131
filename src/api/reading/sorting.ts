/** `sort` of the lists that are newest first unless their caller wants them the other way round. */
import type { Fields } from './fields.ts';
import { wordOf } from './fields.ts';
import { code } from './schemas.ts';

const SORTS = { desc: 'desc', asc: 'asc' } as const;
export type Sort = keyof typeof SORTS;

export const sortCode = code('desc: newest first (default), asc: the same rows, oldest first', ['desc', 'asc']);

/** Null when not given. */
export function sortField(fields: Fields): Sort | null {
  return wordOf(fields, 'sort', SORTS, { en: 'desc or asc', zh: 'desc或asc' });
}
