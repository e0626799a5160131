/**
 * One thread: whose it is, on the left what was said, on the right what was done, between them the two places in the
 * log, the distance in time, how they agree, and whether this browser has checked it. What contradicts itself says so
 * first.
 */
import { useEffect } from 'preact/hooks';
import { to } from '../../base/router.ts';
import { withoutSecrets } from '../../format/json-text.ts';
import { countdown } from '../../format/time.ts';
import { whole } from '../../format/number.ts';
import { checkKey, wantCheck } from '../../live/checks.ts';
import { nowSecond } from '../../base/clock.ts';
import { coinOf } from '../../live/market.ts';
import { agreementOf, decisionsAbout, liquidationOf, nameOf } from '../../live/thread-facts.ts';
import type { ActivityRow, Thread } from '../../live/threads.ts';
import { AgentMark } from '../../parts/agent.tsx';
import { Time } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { saidOf, textOfJson } from '../../parts/said.ts';
import { words } from '../../words/words.ts';
import { Rail } from './rail.tsx';
import { Done } from './thread-done.tsx';
import './thread.css';

const EXPLAINED_AT_FIRST = 400;
const DECISIONS_SAID = 3;
const SIDES: Readonly<Record<string, 'up' | 'down'>> = {
  OPEN_LONG: 'up',
  BUY: 'up',
  CLOSE_SHORT: 'up',
  OPEN_SHORT: 'down',
  SELL: 'down',
  CLOSE_LONG: 'down',
};

export function ThreadCard({ thread }: { readonly thread: Thread }) {
  const key = checkKey(thread);
  useEffect(() => wantCheck(thread), [key]);
  return (
    <article class="thread" data-thread={thread.key} data-order-grade={thread.order?.grade ?? undefined}>
      <Head thread={thread} />
      <Contradiction thread={thread} />
      <div class="thread-said">{thread.log === null ? <Unsaid thread={thread} /> : <Said thread={thread} />}</div>
      <div class="thread-done">
        <Done thread={thread} />
      </div>
      <Rail thread={thread} />
    </article>
  );
}

/** Its team, with or without a log; nobody's before it opens. */
function Head({ thread }: { readonly thread: Thread }) {
  const { log, order, fills } = thread;
  const name = nameOf(thread);
  const { contest, team } = log ?? order ?? fills[0] ?? {};
  const shown = name === null ? words.value.live.sealed : <RawText text={name} limit={60} />;
  return (
    <header class="thread-head">
      {contest && team ? (
        <a class="agent-link" href={to(`/team/${contest}/${team}`)}>
          <AgentMark team={team} />
          {shown}
        </a>
      ) : (
        <span>{shown}</span>
      )}
      {log?.model && log.model !== name ? (
        <span class="dim">
          <RawText text={log.model} limit={60} />
        </span>
      ) : null}
    </header>
  );
}

/** Differences between the log's words and the order. */
function Contradiction({ thread }: { readonly thread: Thread }) {
  const { card } = words.value;
  const { log, order, fills } = thread;
  const agreement = agreementOf(thread);
  if (order === null || (agreement !== 'X' && agreement !== 'off')) return null;
  const coin = coinOf(order.symbol ?? '');
  const verbs = fills.length > 0 ? card.did : card.ordered;
  const did = verbs[order.type ?? '']?.(`${order.size ?? ''} ${coin}`) ?? '';
  const decided = decisionsAbout(log, coin).slice(0, DECISIONS_SAID);
  const said = decided.map(saidOf).join(' / ');
  return (
    <p class={`thread-contradiction ${agreement === 'X' ? 'bad' : 'warn'}`}>
      <span aria-hidden="true">{agreement === 'X' ? '✗' : '≠'}</span>{' '}
      <RawText text={said === '' ? card.saidElse(did) : card.saidBut(said, did)} limit={240} />
    </p>
  );
}

function Said({ thread }: { readonly thread: Thread }) {
  const { action } = words.value;
  const log = thread.log as ActivityRow;
  const symbol = thread.order?.symbol ?? null;
  const decision = decisionsAbout(log, symbol === null ? null : coinOf(symbol))[0] ?? null;
  const about = decision?.symbol ?? symbol;
  const text = textOfJson(log.explanation);
  return (
    <>
      <p class="thread-who">
        <Time ms={log.t} />
        {decision === null && log.decisions == null ? null : (
          <strong class={`thread-decision ${SIDES[decision?.action ?? ''] ?? ''}`}>
            {decision === null ? action.unknown : (action[decision.action] ?? decision.action)}{' '}
            {about === null ? null : <RawText text={coinOf(about)} limit={40} />} {decision?.size ?? ''}
          </strong>
        )}
      </p>
      {text === null ? (
        <p class="dim">▣ {log.opensAt ? <Opens ms={log.opensAt} /> : words.value.live.sealed}</p>
      ) : (
        <blockquote class="thread-why">
          <RawText text={withoutSecrets(text)} limit={EXPLAINED_AT_FIRST} />
        </blockquote>
      )}
    </>
  );
}

/** Why nothing stands on the left: there is no reason, with the time that is left to give one; or it isn't here. */
function Unsaid({ thread }: { readonly thread: Thread }) {
  const { card, live, evidence } = words.value;
  const { order } = thread;
  if (liquidationOf(thread) !== null) return <p class="thread-none">{card.byExchange}</p>;
  if (order === null) return <p class="thread-none">{card.olderOrder}</p>;
  if (order.opensAt != null && order.grade == null)
    return (
      <p class="thread-none">
        ▣ <Opens ms={order.opensAt} />
      </p>
    );
  const index = order.links?.[0]?.index;
  if (index !== undefined)
    return (
      <p class="thread-none">
        {card.otherLog}{' '}
        <a href={to(`/log/${index}`)}>
          {live.leaf} {whole(index)}
        </a>
      </p>
    );
  const left = order.lateUntil == null ? null : order.lateUntil - nowSecond.value;
  return (
    <p class={`thread-none thread-no-reason ${left !== null && left > 0 ? 'warn' : 'bad'}`}>
      <strong>{evidence.says.U}</strong>
      {left === null ? '' : ` · ${left > 0 ? card.reasonLeft(countdown(left)) : card.reasonTooLate}`}
    </p>
  );
}

function Opens({ ms }: { readonly ms: number }) {
  const [before, after] = words.value.card.opensAt('\0').split('\0');
  return (
    <>
      {before}
      <Time ms={ms} />
      {after}
    </>
  );
}
