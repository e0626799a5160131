/** Evidence behind a team's orders, from its line of a report. */
import type { ContestLeaderboardAnswerRows } from '../../client/index.ts';

export type Grades = NonNullable<ContestLeaderboardAnswerRows['grades']>;

export const GRADES = ['A', 'B', 'C', 'D', 'U', 'X'] as const;

/** Counted orders. */
export function countedIn(grades: Grades): number {
  return GRADES.reduce((sum, grade) => sum + grades[grade], 0);
}

/** The share of grades A and B, in whole percent rounded down; null before a report, or without orders. */
export function timelyShare(grades: ContestLeaderboardAnswerRows['grades']): number | null {
  const counted = grades === null ? 0 : countedIn(grades);
  return grades === null || counted === 0 ? null : Math.floor((100 * (grades.A + grades.B)) / counted);
}
