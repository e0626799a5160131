/**
 * The single keys, and what each does.
 */
import { words } from '../words/words.ts';

export function Keys() {
  return (
    <dl class="keys">
      {Object.entries(words.value.keys).map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
