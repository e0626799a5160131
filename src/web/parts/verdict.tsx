/**
 * A verdict of a report: the word it has everywhere, the rules that found something all the same, and what it means.
 */
import { words } from '../words/shown.ts';

const CLASSES: Readonly<Record<string, string>> = { VERIFIED: 'ok', REVIEW: 'warn', INSUFFICIENT: 'bad' };

interface VerdictProps {
  readonly verdict: string;
  /** Rules that found something. */
  readonly notes: readonly string[];
}

/** "VERIFIED, 2 notes (V07, V08)"; of a verdict that isn't clean in itself, the rules it rests on. */
export function verdictText({ verdict, notes }: VerdictProps): string {
  if (notes.length === 0) return verdict;
  const rules = notes.join(', ');
  return verdict === 'VERIFIED'
    ? `${verdict}, ${words.value.evidence.notes(notes.length, rules)}`
    : `${verdict} (${rules})`;
}

export function Verdict({ verdict, notes }: VerdictProps) {
  return (
    <span>
      <strong class={CLASSES[verdict] ?? ''}>{verdictText({ verdict, notes })}</strong>{' '}
      <span class="dim">{words.value.evidence.verdicts[verdict] ?? ''}</span>
    </span>
  );
}

/** The judges' decision, beside the verdict it does not change; nothing without one. */
export function Decided({ decided }: { readonly decided: string | null }) {
  if (decided === null) return null;
  return <span data-decided={decided}> · {words.value.evidence.decided[decided] ?? decided}</span>;
}
