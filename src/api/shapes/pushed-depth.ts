/** The best levels of a book, or those of them that changed, as the depth channels send them. */
import { list, number, object, string } from './schema.ts';
import { shape } from './shape.ts';

const level = object({ price: string(), size: string('0: the level is gone') });

export const pushedDepthShape = shape(
  object({
    startVersion: string('That of a change is endVersion of the message before it'),
    endVersion: string('The sequence of the last command in it'),
    level: number('Levels of a side'),
    depthType: string('SNAPSHOT or CHANGED'),
    symbol: string(),
    asks: list(level),
    bids: list(level),
  }),
  {
    startVersion: '88120',
    endVersion: '88121',
    level: 15,
    depthType: 'CHANGED',
    symbol: 'cmt_btcusdt',
    asks: [{ price: '90500.1', size: '1.2500' }],
    bids: [{ price: '90499.9', size: '0' }],
  },
);
