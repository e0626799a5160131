/** Findings of a checkup, the worst first: how often, why they matter, what to do, and the requests that show it. */
import { whole } from '../../format/number.ts';
import type { CheckupFinding } from '../../live/checkup.ts';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

const LOOKS = { fail: ['bad', '✗'], warn: ['warn', '!'], note: ['dim', '·'] } as const;

export function CheckupFindings({ findings }: { readonly findings: readonly CheckupFinding[] }) {
  const { rehearsal: text } = words.value;
  return (
    <Panel title={text.findings}>
      {findings.length === 0 ? <Empty text={text.none} /> : null}
      <ol class="rehearsal-findings">
        {findings.map((one) => (
          <Finding key={one.id} of={one} />
        ))}
      </ol>
    </Panel>
  );
}

/** Its texts may quote the bot's own. */
function Finding({ of: { id, severity, count, what, why, fix, evidence } }: { readonly of: CheckupFinding }) {
  const { rehearsal: text } = words.value;
  const [look, mark] = LOOKS[severity];
  return (
    <li data-finding={id} data-severity={severity} data-count={count}>
      <p class={`rehearsal-kind ${look}`}>
        <span aria-hidden="true">{mark}</span> {id} {text.severities[severity]} {text.times(whole(count))}
      </p>
      <div>
        <p>
          <RawText text={what} />
        </p>
        <p class="dim">
          {text.why}: {why}
        </p>
        <p>
          {text.fix}: <RawText text={fix} />
        </p>
        {evidence.length === 0 ? null : (
          <p class="dim">
            {text.evidence}: {evidence.join(', ')}
          </p>
        )}
      </div>
    </li>
  );
}
