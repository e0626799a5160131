/**
 * The result of a check, on the numbered lines every entry has: the first that breaks is named, those after it were not
 * reached.
 */
import { rehearsed } from '../../../core/log/checkpoint.ts';
import { whole } from '../../format/number.ts';
import type { checkReceiptHere, Verdict } from '../../live/verifier.ts';
import { Moment } from '../../parts/figures.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Step } from '../log/step.tsx';

type Checked = Awaited<ReturnType<typeof checkReceiptHere>>;

interface ResultProps {
  readonly result: Checked;
  readonly hasBody: boolean;
}

/** In the order in which they are checked, each with its number on the page. */
const CHECKED = [
  ['files', 0],
  ['signature', 3],
  ['tree', 2],
  ['entry', 1],
  ['header', 4],
  ['body', 5],
] as const;

const UNKNOWN: Verdict = { is: 'unknown' };

export function Result({ result, hasBody }: ResultProps) {
  const { proof } = words.value;
  return (
    <Panel title={proof.receipt}>
      <p class={result.ok ? 'ok' : 'bad'} role="status" data-proof={result.ok ? 'right' : 'wrong'}>
        <strong>{result.ok ? proof.right : proof.wrong}</strong> {result.ok && hasBody ? proof.bodyRight : ''}
        {result.ok ? '' : `: ${result.why}`}
      </p>
      <Lines result={result} hasBody={hasBody} />
      {result.ok ? <Facts result={result} /> : null}
    </Panel>
  );
}

function Lines({ result, hasBody }: ResultProps) {
  const { proof, log } = words.value;
  const verdicts = verdictsOf(result, hasBody);
  const texts: Readonly<Record<number, string>> = {
    0: proof.stepFiles,
    1: log.stepEntry,
    2: log.stepTree(result.ok ? whole(result.head.size) : '…'),
    3: proof.stepSigned,
    4: log.stepHeader,
    5: proof.stepBody,
  };
  const isBroken = verdicts.get(0)?.is === 'wrong';
  return (
    <ol class="steps">
      {(isBroken ? [0, 1, 2, 3, 4, 5] : [1, 2, 3, 4, 5]).map((number) => {
        const verdict = verdicts.get(number) ?? UNKNOWN;
        return (
          <Step key={number} number={number} verdict={verdict} text={texts[number] ?? ''}>
            {verdict.is === 'unknown' ? <span class="dim">{log.notShown}</span> : null}
          </Step>
        );
      })}
    </ol>
  );
}

/** By the number of the line. */
function verdictsOf(result: Checked, hasBody: boolean): ReadonlyMap<number, Verdict> {
  const verdicts = new Map<number, Verdict>();
  for (const [step, number] of CHECKED) {
    if (!result.ok && step === result.step) {
      verdicts.set(number, { is: 'wrong', why: result.why });
      break;
    }
    const isLeftOut = result.ok && ((step === 'header' && result.header === null) || (step === 'body' && !hasBody));
    verdicts.set(number, isLeftOut ? UNKNOWN : { is: 'right' });
  }
  return verdicts;
}

function Facts({ result }: { readonly result: Extract<Checked, { readonly ok: true }> }) {
  const { proof, log, kind } = words.value;
  return (
    <>
      <dl class="proof-facts">
        <dt>{proof.leaf}</dt>
        <dd>{whole(result.index)}</dd>
        <dt>{proof.kind}</dt>
        <dd>{kind[result.kind] ?? result.kind}</dd>
        <dt>{proof.when}</dt>
        <dd>
          <Moment ms={result.timeMs} />
        </dd>
        <dt>{proof.tree}</dt>
        <dd>
          {rehearsed(result.head.origin)}
          {result.head.origin} · {whole(result.head.size)}
        </dd>
        <dt>{proof.notChecked}</dt>
        <dd>
          <ul>
            {result.notChecked.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </dd>
      </dl>
      {result.header === null ? null : (
        <details>
          <summary>{log.header}</summary>
          <JsonView text={result.header} />
        </details>
      )}
    </>
  );
}
