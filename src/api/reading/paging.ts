/**
 * Pages of lists (W-05, W-06): which page a caller asks for, and the header that says where the next begins. `cursor`
 * beats `page`.
 */
import type { Call } from '../call/call.ts';
import { invalid } from '../words/errors.ts';
import { MAX_PAGE } from '../front/limits/http-limits.ts';
import { StoreRefusal } from '../../store/errors.ts';
import { type Page, type PageRequest, wholeEnd } from '../../store/read/paging.ts';
import { optional, type Parameter, refined, text, wholeOr } from '../call/parameter.ts';

/** Rows of a page, `usual` when not given. */
export const rowsParameter = (usual: number, most = 100): Parameter<number> => wholeOr(usual, 'Rows', 1, most);

/** The page: it is read with a `limit` into a `PageRequest`. */
export const placeParameters = {
  page: wholeOr(0, 'Page from 0; shifts when new items arrive', 0, MAX_PAGE),
  cursor: optional(
    refined(text('Opaque place from the header X-Next-Cursor; beats page'), (cursor) => {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(cursor)) throw badCursor();
      return cursor;
    }),
  ),
};

function badCursor() {
  return invalid('cursor', { en: 'use the value of X-Next-Cursor as it came', zh: '请原样使用X-Next-Cursor的值' });
}

/** The page of a question to the store, with its header; a cursor the store did not give out is 40020. */
export async function answerPage<Found extends Page<unknown>>(call: Call, asked: Promise<Found>): Promise<Found> {
  const page = await asked.catch((error: unknown) => {
    throw error instanceof StoreRefusal && error.reason === 'badCursor' ? badCursor() : error;
  });
  sendCursor(call, page.nextCursor);
  return page;
}

/** `X-Next-Cursor`, present iff more follows. */
export function sendCursor(call: Call, cursor: string | null): void {
  if (cursor !== null) call.headers.push('X-Next-Cursor', cursor);
}

const ID_CURSOR = /^i([0-9a-z]{1,11})$/;

/**
 * A page of a list in memory, newest id first, that ends as those of the store do (`pageOf` there).
 * @param records sorted by id, descending
 */
export function pageOfRecords<Record extends { readonly id: number }>(
  records: readonly Record[],
  { limit, page, cursor }: PageRequest,
  timeOf: (record: Record) => number,
): Page<Record> {
  const after = cursor === null ? null : afterOf(cursor);
  const isNumbered = after === null && page > 0;
  const from = isNumbered ? (page - 1) * limit + wholeEnd(records, limit, timeOf) : 0;
  const rest = after === null ? records.slice(from) : records.filter((record) => record.id < after);
  const items = rest.slice(0, isNumbered ? limit : wholeEnd(rest, limit, timeOf));
  const last = items.at(-1);
  return { items, nextCursor: rest.length > items.length && last !== undefined ? `i${last.id.toString(36)}` : null };
}

function afterOf(cursor: string): number {
  const id = Number.parseInt(ID_CURSOR.exec(cursor)?.[1] ?? '', 36);
  if (!Number.isSafeInteger(id) || `i${id.toString(36)}` !== cursor) throw badCursor();
  return id;
}
