/**
 * An objection to a field, found before the exchange was asked, with values that would pass instead.
 */
import { refusalOf } from '../../format/refusal.ts';
import type { Objection } from '../../live/order-checks.ts';
import { refusalWords } from '../../words/refusals.ts';

interface ObjectionProps {
  readonly objection: Objection;
  /** Said of an empty field. */
  readonly label: string;
  readonly use: (value: string) => void;
}

export function ObjectionText({ objection: { token, facts, proposals }, label, use }: ObjectionProps) {
  const said = refusalWords.value;
  return (
    <div class="panel-fault">
      <p>{token === null || said === null ? label : refusalOf(said, token, facts)}</p>
      {proposals.length === 0 ? null : (
        <p class="field-values">
          {proposals.map((value) => (
            <button key={value} type="button" onClick={() => use(value)}>
              {value}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
