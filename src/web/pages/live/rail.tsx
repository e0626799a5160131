/**
 * Between what was said and what was done: the two places in the log, the distance in time, how the two are bound, the
 * grade, and whether this browser has checked it.
 */
import { to } from '../../app/router.ts';
import { whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';
import { checkKey, checks } from '../../live/checks.ts';
import { leadMs } from '../../live/thread-facts.ts';
import type { Thread } from '../../live/threads.ts';
import { words } from '../../words/words.ts';
import './rail.css';

export function Rail({ thread }: { readonly thread: Thread }) {
  const { live } = words.value;
  const { log, order } = thread;
  const lead = leadMs(thread);
  const how = log?.links?.find(({ orderId }) => orderId === order?.orderId)?.how ?? null;
  const parts = [
    lead === null
      ? null
      : lead === 0
        ? live.sameTime
        : lead > 0
          ? live.before(distance(lead))
          : live.after(distance(lead)),
    how === null ? null : (live.byHow[how] ?? how),
    order?.grade == null ? (log?.grade == null ? null : live.grade(log.grade)) : live.grade(order.grade),
  ].filter((part) => part !== null);
  return (
    <footer class="rail">
      <Leaf index={log?.index} />
      <span class="rail-line" aria-hidden="true" />
      <span class="rail-text">
        {parts.join(' · ')}
        {parts.length > 0 ? ' · ' : ''}
        <Check thread={thread} />
      </span>
      <span class="rail-line" aria-hidden="true" />
      <Leaf index={order?.index} />
    </footer>
  );
}

function Leaf({ index }: { readonly index: number | null | undefined }) {
  if (index == null) return <span class="rail-leaf dim">–</span>;
  return (
    <a class="rail-leaf" href={to(`/log/${index}`)}>
      {words.value.live.leaf} {whole(index)}
    </a>
  );
}

function Check({ thread }: { readonly thread: Thread }) {
  const { live } = words.value;
  const key = checkKey(thread);
  const verdict = key === null ? undefined : checks.value.get(key);
  if (key === null) return <span class="dim">{live.notChecked}</span>;
  if (verdict === undefined) return <span class="dim">{live.checking}</span>;
  if (verdict.is === 'wrong')
    return (
      <strong class="bad">
        {live.broken}: {verdict.why}
      </strong>
    );
  if (verdict.is === 'unknown') return <span class="dim">{live.notChecked}</span>;
  return (
    <strong class="ok" title={live.checkedWhy}>
      {live.checked}
    </strong>
  );
}
