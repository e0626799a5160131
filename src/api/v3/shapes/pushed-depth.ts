/** The best levels of a book, or those of them that changed: a whole message, which has no rows. */
import { list, number, object, schema, string } from '../../shapes/schema.ts';
import { shape } from '../../shapes/shape.ts';

const level = schema<readonly [price: string, size: string]>(
  list(string(), 'Price and size; size 0: the level is gone', { minItems: 2, maxItems: 2 }),
);

export const pushedDepthShape = shape(
  object({
    U: number('Of a change: `u` of the message before it'),
    u: number('The sequence of the last command in it'),
    l: number('Levels of a side'),
    d: string('SNAPSHOT or CHANGED'),
    b: list(level, 'Bids'),
    a: list(level, 'Asks'),
  }),
  { U: 88121, u: 88125, l: 200, d: 'CHANGED', b: [['90499.9', '0']], a: [['90500.1', '1.2000']] },
);
