/**
 * The text of a step in a case, as its author writes it.
 */
import { caseWords } from '../../words/cases.ts';

/** As many characters as the exchange takes. */
const LONGEST = 20_000;

interface CaseTextProps {
  readonly text: string;
  readonly write: (text: string) => void;
}

export function CaseText({ text, write }: CaseTextProps) {
  return (
    <label>
      {caseWords.value.text}
      <textarea rows={5} maxLength={LONGEST} value={text} onInput={({ currentTarget }) => write(currentTarget.value)} />
    </label>
  );
}
