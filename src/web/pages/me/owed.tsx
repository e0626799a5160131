/**
 * Orders that still need a log, the most urgent first, each with what is left for grades B and C, and a log to begin
 * with.
 */
import type { AiCoverageAnswerOpen } from '../../../client/index.ts';
import { coverage } from '../../live/account.ts';
import { nowSecond } from '../../base/clock.ts';
import { coinOf } from '../../live/market.ts';
import { countdown } from '../../format/time.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';

export function Owed() {
  const { me } = words.value;
  const covered = coverage.value;
  const open = (covered?.open ?? []).toSorted((a, b) => a.placedAt - b.placedAt);
  return (
    <Panel title={me.owed}>
      {covered === null ? <Skeleton rows={2} /> : null}
      {covered !== null && open.length === 0 ? <Empty text={me.nothingOwed} /> : null}
      <ul class="me-list">
        {open.map((order) => (
          <Order key={order.orderId} order={order} />
        ))}
      </ul>
    </Panel>
  );
}

function Order({ order }: { readonly order: AiCoverageAnswerOpen }) {
  const { me, type } = words.value;
  const { orderId, placedAt, symbol, deadlines } = order;
  return (
    <li data-owed={orderId}>
      <span class="me-line">
        <Time ms={placedAt} /> <strong>{type[order.type] ?? order.type}</strong> {coinOf(symbol)} <code>{orderId}</code>
        <Left grade="B" atMs={deadlines.B} />
        <Left grade="C" atMs={deadlines.C} />
        <CopyButton text={skeleton(orderId)} label={me.copySkeleton} />
      </span>
    </li>
  );
}

function Left({ grade, atMs }: { readonly grade: 'B' | 'C'; readonly atMs: number }) {
  const { me } = words.value;
  const left = atMs - nowSecond.value;
  if (left <= 0) return <span class="dim">{me.over(grade)}</span>;
  return (
    <strong class="warn" data-left={grade}>
      {me.leftFor(grade, countdown(left))}
    </strong>
  );
}

/** A body that names the order and leaves the rest to whoever decided. */
function skeleton(orderId: string): string {
  const body = { orderId, stage: 'Decision', model: '', input: {}, output: { decision: '' }, explanation: '' };
  return JSON.stringify(body, null, 2);
}
