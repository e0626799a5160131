/**
 * Orders that still want a log, the most urgent first, each with its countdown and a log to begin with.
 */
import { coverage } from '../../live/account.ts';
import { nowSecond } from '../../live/clock.ts';
import { coinOf } from '../../live/market.ts';
import { countdown } from '../../format/time.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

export function Owed() {
  const { me, live, type } = words.value;
  const open = (coverage.value?.open ?? []).toSorted((a, b) => a.deadline - b.deadline);
  return (
    <Panel title={me.owed}>
      {open.length === 0 ? (
        <Empty text={me.nothingOwed} />
      ) : (
        <ul class="me-list">
          {open.map((order) => (
            <li key={order.orderId} data-owed={order.orderId}>
              <span class="me-line">
                <Time ms={order.placedAt} /> <strong>{type[order.type] ?? order.type}</strong> {coinOf(order.symbol)}
                <strong class="warn">{live.left(countdown(order.deadline - nowSecond.value))}</strong>
              </span>
              <span class="me-line">
                <code>{order.orderId}</code> <CopyButton text={skeleton(order.orderId)} label={me.copySkeleton} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A body that names the order and leaves the rest to whoever decided. */
function skeleton(orderId: string): string {
  const body = { orderId, stage: 'Decision', model: '', input: {}, output: { decision: '' }, explanation: '' };
  return JSON.stringify(body, null, 2);
}
