/** How sure the returns of a board are, by the report in force (docs/contest.md, Skill or luck). */
import type { Skill } from '../../core/verification/skill.ts';
import { list, nullable, nullableNumber, number, object, string } from './schema.ts';

export const skillSchema = object({
  at: number('Of the last sample it is of, epoch ms'),
  logSize: number('Of the leaves it follows from'),
  beacon: string('Of the log at that size; it seeds what is drawn'),
  changes: number('From sample to sample, that were drawn from'),
  block: number('How many of them stay together'),
  draws: number(),
  rows: list(
    object({
      team: string(),
      low8: number('1e-8; 90 % of the returns drawn lie between low8 and high8'),
      high8: number('1e-8'),
      beatsNextPpm: nullableNumber('Of a million draws, how many have it above the next row; null: it is the last'),
      coinsPpm: nullableNumber('Of a million agents by coin, how many returned as much or more; null: there are none'),
    }),
    'The teams that were ranked then, in that order',
  ),
  coins: nullable(
    object({
      agents: number(),
      low8: number('1e-8; 90 % of their returns lie between low8 and high8'),
      middle8: number('1e-8; half of them returned less'),
      high8: number('1e-8'),
      presentPpm: number('Part of the time in the market, as the teams'),
      sharePpm: number('Positions in parts of equity, as the teams'),
      fee8: number('1e-8 of what they traded, as the teams'),
    }),
    'Agents who decide by coin, at the same marks; null: nobody traded',
  ),
});

export function skillView({ at, logSize, beacon, changes, block, draws, rows, coins }: Skill) {
  return { at, logSize, beacon, changes, block, draws, rows: [...rows], coins };
}

export const SKILL_SAMPLE = {
  at: 1767229200000,
  logSize: 4096,
  beacon: '4096.q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  changes: 1440,
  block: 37,
  draws: 2000,
  rows: [{ team: 't1', low8: -410000, high8: 2390000, beatsNextPpm: 812750, coinsPpm: 215000 }],
  coins: {
    agents: 200,
    low8: -2100000,
    middle8: -190000,
    high8: 1730000,
    presentPpm: 620000,
    sharePpm: 950000,
    fee8: 60000,
  },
};
