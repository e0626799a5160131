/**
 * A case by its name, with its state and the clock of its answer.
 */
import type { CaseAt } from '../../live/judging.ts';
import { to } from '../../base/router.ts';
import { countdown } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { caseWords } from '../../words/cases.ts';

function casePath(contest: string, id: string): string {
  return to(`/case/${encodeURIComponent(id)}?contest=${encodeURIComponent(contest)}`);
}

export function CaseLink({ contest, one }: { readonly contest: string; readonly one: CaseAt }) {
  return (
    <a href={casePath(contest, one.case)} data-case={one.case}>
      {one.case} · {caseWords.value.states[one.state] ?? one.state}
    </a>
  );
}

/** How long is left, or that it is over. */
export function DueClock({ at }: { readonly at: number }) {
  const left = at - nowSecond.value;
  return <span class={left > 0 ? '' : 'dim'}>{left > 0 ? countdown(left) : caseWords.value.over}</span>;
}
