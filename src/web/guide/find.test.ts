// Results of the search over the guides, and their order.
import { describe, expect, it } from 'vitest';
import { findIn, type GuideIndex } from './find.ts';

const INDEX: GuideIndex = {
  guides: [
    ['evidence', 'Evidence'],
    ['api', 'The API'],
  ],
  sections: [
    [0, 'evidence', 'Evidence', 'What a log proves.'],
    [0, 'how-to-reach-grade-a', 'How to reach grade A', `${'Ask the model. '.repeat(20)}The order commits to the log.`],
    [0, 'grades', 'Grades', 'A letter says how early a reason was there: grade A before the order.'],
    [1, 'rate-limits', 'Rate limits', 'Weight per address (429) and an upgrade of a grade for an account.'],
    [1, 'placeorder', 'placeOrder', 'POST /capi/v2/order/placeOrder client_oid'],
  ],
};
const placesOf = (asked: string): string[] => findIn(INDEX, asked).list.map(({ href }) => href);

describe('the search over the guides', () => {
  it('wants every word, and puts first what has them in its heading, in one piece', () => {
    expect(placesOf('grade a')).toEqual([
      'guide/evidence#how-to-reach-grade-a',
      'guide/evidence#grades',
      'guide/api#rate-limits',
    ]);
    expect(placesOf('grade address 429')).toEqual(['guide/api#rate-limits']);
    expect(placesOf('grade nowhere')).toEqual([]);
  });

  it('takes words from their beginning, whatever their case, and a short one as a word only', () => {
    expect(placesOf('EVID')[0]).toBe('guide/evidence#evidence');
    expect(placesOf('client_oid')).toEqual(['guide/api#placeorder']);
    expect(placesOf('PLACEORDER')).toEqual(['guide/api#placeorder']);
    expect(placesOf('a')).not.toContain('guide/api#placeorder');
  });

  it('finds nothing for what is no word, and reads signs as blanks', () => {
    for (const asked of ['', '  ', '.*(', '\\']) expect(findIn(INDEX, asked)).toEqual({ list: [], count: 0 });
    expect(placesOf('(429)')).toEqual(['guide/api#rate-limits']);
  });

  it('shows the text around, cut at what was found', () => {
    const [first] = findIn(INDEX, 'commits').list;
    expect(first!.pieces.join('')).toMatch(/^… .*The order commits to the log\.$/);
    expect(first!.pieces.filter((_, at) => at % 2 === 1)).toEqual(['commits']);
  });
});
