/**
 * The exchange's answer to a body in advance: the dropped bytes go out unchanged, and a fault is shown where it is.
 */
import { signal } from '@preact/signals';
import type { AiValidateAnswer } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
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
  const { me, card } = words.value;
  const { ok, error, warnings, decisions, clientOid, link, grade } = judged;
  const how = String(link?.['how']);
  return (
    <div class="me-list" data-valid={String(ok)}>
      <strong class={ok ? 'ok' : 'bad'}>{ok ? me.valid : me.invalid}</strong>
      {error === null ? null : <Reason error={error} />}
      {warnings.length === 0 ? null : (
        <div>
          {me.warnings}:
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>
                <code>{warning}</code> {me.warningMeans[warning] ?? ''}
              </li>
            ))}
          </ul>
        </div>
      )}
      {decisions.length === 0 ? null : (
        <div>
          {me.decisions}:
          <ul>
            {decisions.map(({ action, symbol, size, price }, place) => (
              <li key={place}>
                {action} <RawText text={[symbol, size, price].filter((part) => part !== null).join(' ')} limit={120} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {link === null ? null : <span>{me.linkNow(String(link['orderId']), card.byHow[how] ?? how, grade ?? '–')}</span>}
      {ok ? (
        <span class="me-line">
          {me.bind}: <code>{clientOid}</code> <CopyButton text={clientOid} />
        </span>
      ) : null}
    </div>
  );
}

/** The exchange's answer in its own words: reason, path and byte, and what helps. */
function Reason({ error }: { readonly error: NonNullable<AiValidateAnswer['error']> }) {
  const { me } = words.value;
  const said = (name: string): string | null => {
    const value = error[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const [reason, path, offset, hint] = [said('reason'), said('path'), said('offset'), said('hint')];
  const caret = offset === null || dropped.value === null ? null : caretAt(dropped.value, Number(offset));
  return (
    <div>
      <p>
        <strong>{said('code')}</strong> <RawText text={said('msg') ?? ''} limit={400} />
      </p>
      <p>
        {reason === null ? null : <strong data-reason="">{reason}</strong>}{' '}
        {path === null ? null : (
          <span>
            {me.at}{' '}
            <code data-path="">
              <RawText text={path} limit={400} />
            </code>
          </span>
        )}{' '}
        {offset === null ? null : (
          <span>
            {me.byte} <code data-offset="">{offset}</code>
          </span>
        )}
      </p>
      {hint === null ? null : (
        <p data-hint="">
          <RawText text={hint} limit={400} />
        </p>
      )}
      {caret === null ? null : (
        <pre class="caret" tabIndex={0} role="group" aria-label={me.place}>
          <RawText text={caret.text} />
          {`\n${' '.repeat(caret.column)}^`}
        </pre>
      )}
    </div>
  );
}
