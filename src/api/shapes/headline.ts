/** A headline as it is shown: a text about a jump of prices, without what becomes of it. */
import { nullableString, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export interface Headline {
  /** Since the epoch. */
  readonly second: number;
  /** Among those of a second; no two have the same. */
  readonly place: number;
  /** Null: about all contracts. */
  readonly symbol: string | null;
  readonly text: string;
}

export const headlineItem = object({
  id: string('Its time and its place among those of that time'),
  time: number('Epoch ms, a whole second'),
  symbol: nullableString('The contract it is about; null: all of them'),
  text: string('What there is to read'),
});

export const headlineShape = shape(headlineItem, {
  id: '1767257999000-0',
  time: 1767257999000,
  symbol: null,
  text: 'Nobody will say yet whether the whole market report is right',
});

/** @param name the contract as the dialect says it */
export function headlineView({ second, place, text }: Headline, name: string | null): ViewOf<typeof headlineShape> {
  return { id: `${second * 1_000}-${place}`, time: second * 1_000, symbol: name, text };
}
