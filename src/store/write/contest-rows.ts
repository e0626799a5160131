/**
 * A sample of a contest as rows: one per team with everything its board needs, and the records its leaf commits to.
 * Amounts beyond 2^53 are text.
 */
import type { TeamFacts } from '../../core/standing/standing.ts';
import type { Track } from '../../core/standing/metrics.ts';
import type { Money } from '../../core/num/units.ts';
import { money } from '../../core/num/mul-div.ts';
import type { ContestSampled } from '../../core/turn/events.ts';
import type { ContestMinuteTable, ContestPointTable } from '../schema/contest-tables.ts';

export function pointRows({ contest, momentMs, equity, teams }: ContestSampled): ContestPointTable[] {
  const samples = new Map(equity.map((one) => [one.team, one]));
  return teams.flatMap((facts) => {
    if (facts.track === null) return [];
    const sample = samples.get(facts.team);
    return {
      contest: contest.id,
      team: facts.team,
      at_ms: momentMs,
      equity: sample?.equity ?? '',
      flows: sample?.flows ?? '',
      facts: factsText(facts),
    };
  });
}

export function minuteRow({ contest, at, leafIndex, payload }: ContestSampled): ContestMinuteTable {
  return { contest: contest.id, at_ms: at, leaf_index: leafIndex, payload };
}

type TrackText = { readonly [Field in keyof Track]: number | string };
type FactsText = Omit<TeamFacts, 'track'> & { readonly track: TrackText };

function factsText({ team, name, state, track, coveredPpm, approved, eliminatedMs, filled }: TeamFacts): string {
  const facts = { team, name, state, track, coveredPpm, approved, eliminatedMs, filled };
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Reads the text that `factsText` wrote. */
export function readFacts(text: string): TeamFacts {
  const facts = JSON.parse(text) as FactsText;
  const { track } = facts;
  const amount = (value: number | string): Money => (typeof value === 'string' ? money(BigInt(value)) : value);
  return {
    ...facts,
    track: {
      start: amount(track.start),
      last: amount(track.last),
      peak: amount(track.peak),
      mddPpm: Number(track.mddPpm),
      hours: Number(track.hours),
      sum: amount(track.sum),
      squares: amount(track.squares),
      downSquares: amount(track.downSquares),
      atHour: amount(track.atHour),
    },
  };
}
