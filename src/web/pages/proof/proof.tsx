/**
 * Checks a receipt, and the body it is about, in this browser: nothing is sent.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { checkReceiptHere } from '../../live/verifier.ts';
import { policyText } from '../../../core/log/policy.ts';
import { Claims } from '../../parts/claims.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Result } from './result.tsx';
import './proof.css';

type Checked = Awaited<ReturnType<typeof checkReceiptHere>>;

/** The dropped file; as bytes, so that reading changes nothing. */
const receipt = signal<Uint8Array | null>(null);
const body = signal<Uint8Array | null>(null);
const policy = signal<Uint8Array | null>(null);
const checked = signal<Checked | null>(null);

export function ProofPage() {
  const { proof, shell } = words.value;
  const vkey = app.value.log?.vkey ?? null;
  const [given, content, rules] = [receipt.value, body.value, policy.value];
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const trusted = rules === null ? policyText(vkey === null ? [] : [vkey], null) : text(rules);
  useEffect(() => {
    checked.value = null;
    if (given === null) return;
    void checkReceiptHere({ receipt: text(given), policy: trusted, body: content }).then(
      (result) => (checked.value = result),
    );
  }, [given, content, trusted]);
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
      <Panel title={proof.policyUsed}>
        <p class="dim">
          {rules === null ? proof.builtIn : proof.dropped} <code>{proof.command}</code>
        </p>
        <pre data-policy="">{trusted}</pre>
      </Panel>
      <Panel title={shell.claims}>
        <Claims />
      </Panel>
    </div>
  );
}
