/**
 * The account's newest logs, each with its receipt to keep, and checked right here on request.
 */
import { signal } from '@preact/signals';
import { app } from '../../base/app-json.ts';
import { to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { whole } from '../../format/number.ts';
import { type OwnLog, ownLogs } from '../../live/own-logs.ts';
import { policyText } from '../../../core/log/policy.ts';
import { checkReceiptHere } from '../../live/verifier.ts';
import { useAsk } from '../../parts/ask.ts';
import { Time } from '../../parts/figures.tsx';
import { GuideLink } from '../../parts/guide-link.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { save } from '../../parts/save.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 10;
/** The result of a check, by leaf: null when it is sound, else why not. */
const checked = signal<ReadonlyMap<number, string | null>>(new Map());

export function Receipts() {
  const { me } = words.value;
  const rows = ownLogs.value;
  return (
    <Panel title={me.receipts}>
      {rows === null ? <Skeleton rows={6} /> : null}
      {rows?.length === 0 ? (
        <Empty text={me.noLogs}>
          <GuideLink name="bring-your-bot">{me.guide}</GuideLink>
        </Empty>
      ) : null}
      <ul class="me-list">
        {rows?.slice(0, SHOWN).map((row) => (
          <Row key={row.index} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ row }: { readonly row: OwnLog }) {
  const { me, proof } = words.value;
  const { index, receivedAt, stage, model, links } = row;
  const { isBusy, fault, ask } = useAsk();
  const verdict = checked.value.get(index);
  return (
    <li data-log={index}>
      <span class="me-line">
        <a href={to(`/log/${index}`)}>
          {me.leaf} {whole(index)}
        </a>
        <Time ms={receivedAt} /> <RawText text={stage} limit={40} />
        <span class="dim">
          <RawText text={model} limit={40} />
        </span>
        {links.map(({ orderId }) => (
          <code key={orderId}>→ {orderId}</code>
        ))}
      </span>
      <span class="me-line">
        <button
          type="button"
          disabled={isBusy}
          onClick={() => ask(async () => save(`${index}.tlog-proof`, await receiptOf(index)))}
        >
          {me.receipt}
        </button>
        <button type="button" disabled={isBusy} onClick={() => ask(() => check(index))}>
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
      {fault === null ? null : <Fault error={fault} />}
    </li>
  );
}

async function receiptOf(index: number): Promise<string> {
  return (await session.value?.client.aiProof({ index })) ?? '';
}

async function check(index: number): Promise<void> {
  const policy = policyText(app.value.log === null ? [] : [app.value.log.vkey], null);
  const result = await checkReceiptHere({ receipt: await receiptOf(index), policy, body: null });
  checked.value = new Map([...checked.value, [index, result.ok ? null : result.why]]);
}
