/**
 * Between what was said and what was done: the two places in the log, the distance in time, how the two are bound, how
 * they agree, and whether this browser has found both in the log. Only an order whose reason was there before and says
 * the same has a green check mark.
 */
import { to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';
import { checkKey, checks } from '../../live/checks.ts';
import { type Agreement, agreementOf, leadMs } from '../../live/thread-facts.ts';
import type { Thread } from '../../live/threads.ts';
import { words } from '../../words/words.ts';
import './rail.css';

const LOOKS: Readonly<Partial<Record<Agreement, string>>> = {
  X: 'bad',
  U: 'warn',
  unread: 'warn',
  both: 'warn',
  off: 'warn',
  D: 'warn',
};

export function Rail({ thread }: { readonly thread: Thread }) {
  const { card } = words.value;
  const { log, order } = thread;
  const lead = leadMs(thread);
  const how = log?.links?.find(({ orderId }) => orderId === order?.orderId)?.how ?? order?.links?.[0]?.how ?? null;
  const parts = [
    lead === null
      ? null
      : lead === 0
        ? card.sameTime
        : lead > 0
          ? card.before(distance(lead))
          : card.after(distance(lead)),
    how === null ? null : (card.byHow[how] ?? how),
  ].filter((part) => part !== null);
  return (
    <footer class="rail">
      <Leaf index={log?.index} />
      <span class="rail-line" aria-hidden="true" />
      <span class="rail-text">
        {parts.map((part) => `${part} · `).join('')}
        <Agrees thread={thread} />
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

/** The grade, and what it says. */
function Agrees({ thread }: { readonly thread: Thread }) {
  const { evidence } = words.value;
  const agreement = agreementOf(thread);
  if (agreement === null) return null;
  const isProven = agreement === 'A' && thread.log !== null && verdictOf(thread)?.is === 'right';
  const text = `${evidence.says[agreement]} (${evidence.grade(thread.order?.grade ?? '')})`;
  return (
    <>
      {isProven ? <strong class="ok">✓ {text}</strong> : <span class={LOOKS[agreement] ?? ''}>{text}</span>}
      {' · '}
    </>
  );
}

function verdictOf(thread: Thread) {
  const key = checkKey(thread);
  return key === null ? undefined : checks.value.get(key);
}

/** That both places are in the log, which says nothing of what is in them. */
function Check({ thread }: { readonly thread: Thread }) {
  const { card } = words.value;
  const verdict = verdictOf(thread);
  // Without a leaf there is nothing to check.
  if (checkKey(thread) === null) return null;
  if (verdict === undefined) return <span>{card.checking}</span>;
  if (verdict.is === 'wrong')
    return (
      <strong class="bad">
        {card.broken}: {verdict.why}
      </strong>
    );
  if (verdict.is === 'unknown') return <span>{card.notChecked}</span>;
  return (
    <span data-check="right" title={card.checkedWhy}>
      {card.checked}
    </span>
  );
}
