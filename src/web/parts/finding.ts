/**
 * A finding in words and per cents: the rule's own sentence with its figures.
 */
import { NONE, ppm, whole } from '../format/number.ts';
import { words } from '../words/shown.ts';

export interface FindingFigures {
  readonly rule: string;
  readonly count: number;
  readonly value: string | null;
  readonly limit: string | null;
}

/** Rules whose value and limit are numbers of logs or orders; all others compare shares, in millionths. */
const COUNTING = ['V04', 'V09', 'V11', 'V15'];
export function findingText({ rule, count, value, limit }: FindingFigures): string {
  const { evidence } = words.value;
  const said = evidence.found[rule];
  const figure = (text: string | null): string =>
    text === null ? NONE : COUNTING.includes(rule) ? whole(text) : ppm(Number(text)).replace('.0%', '%');
  return said?.({ count: whole(count), value: figure(value), limit: figure(limit) }) ?? whole(count);
}
