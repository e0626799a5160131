/**
 * One numbered line of a proof: what was checked, and what came of it.
 */
import type { ComponentChildren } from 'preact';
import type { Verdict } from '../../live/verifier.ts';

const MARKS = { right: '✓', wrong: '✗', unknown: '–' } as const;
const CLASSES = { right: 'ok', wrong: 'bad', unknown: 'dim' } as const;

interface StepProps {
  readonly number: number;
  readonly verdict: Verdict;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function Step({ number, verdict, text, children }: StepProps) {
  return (
    <li data-step={verdict.is} data-number={number}>
      <strong class={CLASSES[verdict.is]}>
        {number} {MARKS[verdict.is]}
      </strong>
      <span>
        {text}
        {verdict.is === 'wrong' ? <strong class="bad"> · {verdict.why}</strong> : null}
      </span>
      {children}
    </li>
  );
}
