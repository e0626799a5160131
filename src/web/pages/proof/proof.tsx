/**
 * Checks a receipt, and the body it is about, in this browser: nothing is sent.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { app } from '../../app/app-json.ts';
import { whole } from '../../format/number.ts';
import { checkReceiptHere } from '../../live/verifier.ts';
import { policyText } from '../../../core/ailog/log/policy.ts';
import { Claims } from '../../parts/claims.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Time } from '../../parts/figures.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import './proof.css';

type Checked = Awaited<ReturnType<typeof checkReceiptHere>>;

/** What was dropped; bytes, so that nothing of them is changed by reading. */
const receipt = signal<Uint8Array | null>(null);
const body = signal<Uint8Array | null>(null);
const policy = signal<Uint8Array | null>(null);
const checked = signal<Checked | null>(null);

export function ProofPage() {
  const { proof, claims } = words.value;
  const vkey = app.value.log?.vkey ?? null;
  const [given, content, rules] = [receipt.value, body.value, policy.value];
  useEffect(() => {
    checked.value = null;
    if (given === null) return;
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    const trusted = rules === null ? policyText(vkey === null ? [] : [vkey], null) : text(rules);
    void checkReceiptHere({ receipt: text(given), policy: trusted, body: content }).then(
      (result) => (checked.value = result),
    );
  }, [given, content, rules, vkey]);
  return (
    <div class="proof">
      <h1>{proof.title}</h1>
      <p>{proof.what}</p>
      <div class="proof-files">
        <FileDrop name="receipt" label={proof.receipt} take={(bytes) => (receipt.value = bytes)} />
        <FileDrop name="body" label={proof.body} take={(bytes) => (body.value = bytes)} />
        <FileDrop name="policy" label={proof.policy} take={(bytes) => (policy.value = bytes)} />
      </div>
      {checked.value === null ? null : <Result result={checked.value} hasBody={content !== null} />}
      {policy.value === null ? (
        <p class="dim">
          {proof.builtIn} <code>{proof.command}</code>
        </p>
      ) : null}
      <Panel title={claims.title}>
        <Claims />
      </Panel>
    </div>
  );
}

function Result({ result, hasBody }: { readonly result: Checked; readonly hasBody: boolean }) {
  const { proof, kind } = words.value;
  if (!result.ok)
    return (
      <Panel title={proof.receipt}>
        <p class="bad" role="status" data-proof="wrong">
          <strong>{proof.wrong}</strong>: {result.why}
        </p>
      </Panel>
    );
  return (
    <Panel title={proof.receipt}>
      <p class="ok" role="status" data-proof="right">
        <strong>{proof.right}</strong> {hasBody ? proof.bodyRight : ''}
      </p>
      <dl class="proof-facts">
        <dt>{proof.leaf}</dt>
        <dd>{whole(result.index)}</dd>
        <dt>{proof.kind}</dt>
        <dd>{kind[result.kind] ?? result.kind}</dd>
        <dt>{proof.when}</dt>
        <dd>
          <Time ms={result.timeMs} />
        </dd>
        <dt>{proof.tree}</dt>
        <dd>
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
        <pre>
          <RawText text={result.header} />
        </pre>
      )}
    </Panel>
  );
}
