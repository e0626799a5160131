/**
 * The claims of a log, word for word as every bundle and the command line say it.
 */
import { words } from '../words/words.ts';

export function Claims() {
  const { claim, noClaim } = words.value.claims;
  return (
    <div class="claims">
      {[claim, noClaim].map(([head, text]) => (
        <p key={head}>
          <strong>{head}</strong>
          {text}
        </p>
      ))}
    </div>
  );
}
