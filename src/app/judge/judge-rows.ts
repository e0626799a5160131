/** Judges the rows of a read store that were compared with those the journal leads to. */
import type { ComparedRows } from '../look/rows-anew.ts';
import { type Finding, tell, wrong } from './finding.ts';

const SHOWN = 3;

export function judgeRows(place: string, { unlike, unlikeCount, left }: ComparedRows): Finding[] {
  const findings: Finding[] = [];
  if (unlikeCount > 0) {
    const rows = unlike.slice(0, SHOWN).map(({ table, key, how }) => `${table} ${key}: ${how}`);
    const more = unlikeCount > SHOWN ? `; and ${unlikeCount - SHOWN} more` : '';
    findings.push(
      wrong('altered-rows', place, {
        found: `${unlikeCount} of its rows are not what the journal leads to: ${rows.join('; ')}${more}`,
        means:
          'Somebody changed rows in the database, or it lost some. Trading is right; what is read of the past is not.',
        do: 'Find out who writes into the database. Then start once with --rebuild-store, which makes its rows anew.',
      }),
    );
  }
  if (left !== '')
    findings.push(
      tell('uncompared-rows', place, {
        found: `these tables were not compared with the journal: ${left}`,
        means: 'What is in them can not be made anew as it is.',
        do: 'Nothing.',
      }),
    );
  return findings;
}
