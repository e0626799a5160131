/**
 * The account's newest logs, each with its receipt to keep, and checked here at once when that is asked for.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AiLogsAnswerList } from '../../../client/index.ts';
import { app } from '../../app/app-json.ts';
import { to } from '../../app/router.ts';
import { session } from '../../app/session.ts';
import { whole } from '../../format/number.ts';
import { accountVersion, coverage } from '../../live/account.ts';
import { isTight } from '../../live/budget.ts';
import { policyText } from '../../../core/ailog/log/policy.ts';
import { checkReceiptHere } from '../../live/verifier.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { save } from '../../parts/save.ts';
import { words } from '../../words/words.ts';

const ROWS = 10;
const rows = signal<readonly AiLogsAnswerList[]>([]);
/** What came of a check, by leaf: null it is sound, else why not. */
const checked = signal<ReadonlyMap<number, string | null>>(new Map());

export function Receipts() {
  const { me } = words.value;
  const who = session.value;
  const version = accountVersion.value;
  useEffect(() => {
    if (who === null || isTight.value) return;
    who.client.aiLogs({ limit: ROWS }).then(
      ({ list }) => (rows.value = list),
      () => undefined,
    );
  }, [who, version, coverage.value]);
  return (
    <Panel title={me.receipts}>
      {rows.value.length === 0 ? (
        <Empty text={me.noLogs} />
      ) : (
        <ul class="me-list">
          {rows.value.map((row) => (
            <Row key={row.index} row={row} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ row }: { readonly row: AiLogsAnswerList }) {
  const { me, proof } = words.value;
  const { index, receivedAt, stage, model } = row;
  const verdict = checked.value.get(index);
  return (
    <li>
      <span class="me-line">
        <a href={to(`/log/${index}`)}>
          {me.leaf} {whole(index)}
        </a>
        <Time ms={receivedAt} /> <RawText text={stage} limit={40} />
        <span class="dim">
          <RawText text={model} limit={40} />
        </span>
      </span>
      <span class="me-line">
        <button type="button" onClick={() => void keep(index)}>
          {me.receipt}
        </button>
        <button type="button" onClick={() => void check(index)}>
          {me.check}
        </button>
        {verdict === undefined ? null : verdict === null ? (
          <strong class="ok">{proof.right}</strong>
        ) : (
          <strong class="bad">
            {proof.wrong}: {verdict}
          </strong>
        )}
      </span>
    </li>
  );
}

async function receiptOf(index: number): Promise<string> {
  return (await session.value?.client.aiProof({ index })) ?? '';
}

async function keep(index: number): Promise<void> {
  save(`${index}.tlog-proof`, await receiptOf(index));
}

async function check(index: number): Promise<void> {
  const policy = policyText(app.value.log === null ? [] : [app.value.log.vkey], null);
  const result = await checkReceiptHere({ receipt: await receiptOf(index), policy, body: null }).catch(
    (error: unknown) => ({ ok: false as const, why: (error as Error).message }),
  );
  checked.value = new Map([...checked.value, [index, result.ok ? null : result.why]]);
}
