/**
 * A verdict of a report: the word it has everywhere, with what it means beside it.
 */
import { caseWords } from '../../words/cases.ts';

const CLASSES: Readonly<Record<string, string>> = { VERIFIED: 'ok', REVIEW: 'warn', INSUFFICIENT: 'bad' };

export function Verdict({ verdict }: { readonly verdict: string }) {
  return (
    <span>
      <strong class={CLASSES[verdict] ?? ''}>{verdict}</strong>{' '}
      <span class="dim">{caseWords.value.verdicts[verdict] ?? ''}</span>
    </span>
  );
}
