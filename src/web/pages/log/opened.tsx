/**
 * The header of a leaf as its owner sees it: whose it is, what it is about, and its text to the last digit.
 */
import { JsonView } from '../../parts/json-view.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import type { Own } from './own-leaf.ts';

export function Opened({ own }: { readonly own: Own }) {
  const { log } = words.value;
  return (
    <div>
      <dl class="log-head" data-header="">
        {factsOf(own.header).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <RawText text={value} limit={200} />
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{log.header}</summary>
        <JsonView text={own.header} />
      </details>
    </div>
  );
}

const FACTS = ['uid', 'model', 'stage', 'orderId', 'channel'] as const;

/** The header's fields under their own names; numbers beyond doubles are text there. */
function factsOf(header: string): (readonly [string, string])[] {
  const fields = JSON.parse(header) as Readonly<Record<string, unknown>>;
  return FACTS.flatMap((name) => {
    const value = fields[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
}
