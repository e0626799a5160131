// Walks through a list of the store in each of the ways programs know, and holds its pages to what they promise.
import { expect } from 'vitest';
import type { Page, PageRequest } from '../../src/store/read/paging.ts';

/** Every item of a list, by pages of `limit`, each found from the last one's cursor or by its number. */
export async function everyPage<Answer extends Page<unknown>>(
  by: 'cursor' | 'page',
  limit: number,
  read: (request: PageRequest) => Promise<Answer>,
): Promise<Answer['items'][number][]> {
  const items: Answer['items'][number][] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page++) {
    const answer: Answer = await read({
      limit,
      page: by === 'page' ? page : 0,
      cursor: by === 'cursor' ? cursor : null,
    });
    items.push(...answer.items);
    if (answer.nextCursor === null) return items;
    expect(answer.items.length).toBeGreaterThanOrEqual(limit);
    cursor = answer.nextCursor;
  }
}

/** Every item of a list, by an end before the last item of the page before. */
export async function everyPageBefore<Item>(
  read: (endMs: number | null) => Promise<Page<Item>>,
  timeOf: (item: Item) => number,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let endMs: number | null = null; ; ) {
    const answer: Page<Item> = await read(endMs);
    items.push(...answer.items);
    if (answer.nextCursor === null) return items;
    endMs = timeOf(answer.items.at(-1)!) - 1;
  }
}
