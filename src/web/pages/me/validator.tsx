/**
 * What the exchange would say to a body: the dropped bytes go out unchanged, and a fault is shown where it is.
 */
import { signal } from '@preact/signals';
import type { AiValidateAnswer } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { caretAt } from '../../format/caret.ts';

const answer = signal<AiValidateAnswer | null>(null);
const fault = signal<unknown>(null);
const dropped = signal<Uint8Array | null>(null);

export function Validator() {
  const { me } = words.value;
  return (
    <Panel title={me.validate}>
      <p class="dim">{me.validateWhat}</p>
      <FileDrop name="validate" label={me.validate} take={(bytes) => void validate(bytes)} />
      {fault.value === null ? null : <Fault error={fault.value} />}
      {answer.value === null ? null : <Judged judged={answer.value} />}
    </Panel>
  );
}

async function validate(bytes: Uint8Array): Promise<void> {
  [answer.value, fault.value, dropped.value] = [null, null, bytes];
  try {
    answer.value = (await session.value?.client.aiValidate(bytes)) ?? null;
  } catch (error) {
    fault.value = error;
  }
}

function Judged({ judged }: { readonly judged: AiValidateAnswer }) {
  const { me } = words.value;
  const { ok, error, warnings, decisions, clientOid } = judged;
  return (
    <div class="me-list" data-valid={String(ok)}>
      <strong class={ok ? 'ok' : 'bad'}>{ok ? me.valid : me.invalid}</strong>
      {error === null ? null : <Reason error={error} />}
      {warnings.length === 0 ? null : (
        <span>
          {me.warnings}: {warnings.join(', ')}
        </span>
      )}
      {decisions.length === 0 ? null : (
        <span>
          {me.decisions}:{' '}
          {decisions.map(({ action, symbol, size }) => `${action} ${symbol ?? ''} ${size ?? ''}`.trim()).join(' · ')}
        </span>
      )}
      {ok ? (
        <span class="me-line">
          {me.bind}: <code>{clientOid}</code> <CopyButton text={clientOid} />
        </span>
      ) : null}
    </div>
  );
}

function Reason({ error }: { readonly error: NonNullable<AiValidateAnswer['error']> }) {
  const { me } = words.value;
  const said = (name: string): string | null => {
    const value = error[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const offset = said('offset') ?? said('byte');
  const caret = offset === null || dropped.value === null ? null : caretAt(dropped.value, Number(offset));
  return (
    <div>
      <p>
        <strong>{said('reason') ?? said('msg') ?? ''}</strong> {said('path') === null ? '' : me.at(said('path') ?? '')}
        {offset === null ? '' : `, ${me.byte(offset)}`}
      </p>
      {caret === null ? null : (
        <pre class="caret">
          <RawText text={caret.text} />
          {`\n${' '.repeat(caret.column)}^`}
        </pre>
      )}
    </div>
  );
}
