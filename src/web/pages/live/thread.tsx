/**
 * One thread: on the left what was said, on the right what was done, between them the two places in the log, the
 * distance in time, how they are bound, and whether this browser has checked it.
 */
import { useEffect } from 'preact/hooks';
import { withoutSecrets } from '../../format/json-text.ts';
import { money, number } from '../../format/number.ts';
import type { ActivityRow, Thread } from '../../live/threads.ts';
import { checkKey, wantCheck } from '../../live/checks.ts';
import { coinOf, quote } from '../../live/market.ts';
import { averagePrice, decisionOf, feeOf, filledSize, realisedOf, resultSoFar } from '../../live/thread-facts.ts';
import { Signed, Time } from '../../parts/figures.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import { Rail } from './rail.tsx';
import './thread.css';

const EXPLAINED_AT_FIRST = 400;
const SIDES: Readonly<Record<string, 'up' | 'down'>> = {
  OPEN_LONG: 'up',
  BUY: 'up',
  CLOSE_SHORT: 'up',
  OPEN_SHORT: 'down',
  SELL: 'down',
  CLOSE_LONG: 'down',
};
const TYPE_SIDES: Readonly<Record<string, 'up' | 'down'>> = { '1': 'up', '4': 'up', '2': 'down', '3': 'down' };

export function ThreadCard({ thread }: { readonly thread: Thread }) {
  const key = checkKey(thread);
  useEffect(() => wantCheck(thread), [key]);
  return (
    <article class="thread" data-thread={thread.key}>
      <div class="thread-said">
        {thread.log === null ? <p class="thread-none">{words.value.live.noLog}</p> : <Said thread={thread} />}
      </div>
      <div class="thread-done">
        <Done thread={thread} />
      </div>
      <Rail thread={thread} />
    </article>
  );
}

function Said({ thread }: { readonly thread: Thread }) {
  const { action } = words.value;
  const log = thread.log as ActivityRow;
  const decision = decisionOf(thread);
  const symbol = decision?.symbol ?? thread.order?.symbol ?? null;
  const text = textOfJson(log.explanation);
  return (
    <>
      <p class="thread-who">
        <Time ms={log.t} />
        {log.name ? (
          <strong>
            <RawText text={log.name} limit={60} />
          </strong>
        ) : null}
        {log.model && log.model !== log.name ? (
          <span class="dim">
            <RawText text={log.model} limit={60} />
          </span>
        ) : null}
      </p>
      {decision === null && log.decisions == null ? null : (
        <p class={`thread-decision ${SIDES[decision?.action ?? ''] ?? ''}`}>
          {decision === null ? action.unknown : (action[decision.action] ?? decision.action)}{' '}
          {symbol === null ? null : <RawText text={coinOf(symbol)} limit={40} />} {decision?.size ?? ''}
        </p>
      )}
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

/** The explanation as it reads: it may come as the JSON text it was in the body. */
function textOfJson(text: string | null | undefined): string | null {
  if (text == null) return null;
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function Opens({ ms }: { readonly ms: number }) {
  const [before, after] = words.value.live.opensAt('\0').split('\0');
  return (
    <>
      {before}
      <Time ms={ms} />
      {after}
    </>
  );
}

function Done({ thread }: { readonly thread: Thread }) {
  const { live, type } = words.value;
  const { order, fills, liquidation } = thread;
  const row = order ?? fills[0] ?? liquidation;
  if (row === null || row === undefined) return <p class="thread-none">{live.noOrder}</p>;
  const decimals = row.symbol == null ? 2 : (quote(row.symbol)?.decimals ?? 2);
  return (
    <>
      <p class="thread-who">
        <Time ms={row.t} />
        <strong class={TYPE_SIDES[order?.type ?? ''] ?? ''}>
          {order?.type == null ? live.sealed : (type[order.type] ?? order.type)}
        </strong>
        <span>
          {order?.size ?? row.size ?? ''} {row.symbol == null ? '' : coinOf(row.symbol)}
        </span>
      </p>
      {fills.length > 0 ? <Filled thread={thread} decimals={decimals} /> : null}
      {fills.length === 0 && order !== null ? (
        <p class="dim">
          {order.price == null ? '' : `@ ${number(order.price, { decimals })} · `}
          {live.working}
        </p>
      ) : null}
      {liquidation === null ? null : <p class="bad">✕ {live.liquidated}</p>}
      <Result thread={thread} />
    </>
  );
}

function Filled({ thread, decimals }: { readonly thread: Thread; readonly decimals: number }) {
  const { live, role } = words.value;
  const { fills } = thread;
  const fee = feeOf(fills);
  const roleName = fills[0]?.role ?? '';
  return (
    <p class="thread-fill">
      {live.filled} {filledSize(fills) === null ? '' : plain(filledSize(fills) ?? '')} @{' '}
      <strong>{number(averagePrice(fills), { decimals })}</strong>
      {roleName === '' ? '' : ` · ${role[roleName] ?? roleName}`}
      {fee === null ? '' : ` · ${live.fee} ${money(fee)}`}
    </p>
  );
}

/** Without trailing zeros. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function Result({ thread }: { readonly thread: Thread }) {
  const { live } = words.value;
  const symbol = thread.order?.symbol ?? null;
  const price = symbol === null ? null : (quote(symbol)?.ticker.value?.markPrice ?? null);
  const soFar = resultSoFar(thread, price);
  const realised = realisedOf(thread.fills);
  if (soFar !== null)
    return (
      <p class="thread-result live-value">
        → <Signed text={money(soFar, true)} /> <span class="dim">{live.soFar}</span>
      </p>
    );
  if (realised === null || thread.fills.length === 0) return null;
  return (
    <p class="thread-result">
      → <Signed text={money(realised, true)} /> <span class="dim">{live.realised}</span>
    </p>
  );
}
