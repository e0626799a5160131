import { expect, it } from 'vitest';
import { lookOf, SHAPES } from './agent-mark.ts';

it('gives 56 teams in a row marks that differ, neighbours in colour and in shape, and the same ones always', () => {
  const looks = Array.from({ length: 56 }, (_, at) => lookOf(`t${at + 1}`));
  expect(new Set(looks.map(({ colour, shape }) => `${colour} ${shape}`)).size).toBe(56);
  for (const [at, look] of looks.slice(1).entries()) {
    expect(look.colour).not.toBe(looks[at]!.colour);
    expect(look.shape).not.toBe(looks[at]!.shape);
  }
  expect(lookOf('t3')).toEqual(lookOf('t3'));
  for (const odd of ['', 't', 'team-ü', 't99999999999'])
    expect([lookOf(odd).colour > 0 && lookOf(odd).colour <= 8, lookOf(odd).shape < SHAPES.length]).toEqual([
      true,
      true,
    ]);
});
