/**
 * The act: the order, its fills and their fees, and the result. The lot that an order opened and is still open
 * continues with the mark; what is closed stands still. All results of an account add up to its PnL before fees.
 */
import { exactMoney, money, number, textOf } from '../../format/number.ts';
import { resultOf, type Lot } from '../../live/lots.ts';
import { coinOf, quote } from '../../live/market.ts';
import { averagePrice, feeOf, filledSize, liquidationOf, realisedOf } from '../../live/thread-facts.ts';
import type { Thread } from '../../live/threads.ts';
import { Signed, Time } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';

const DECIMALS = 8;
const TYPE_SIDES: Readonly<Record<string, 'up' | 'down'>> = { '1': 'up', '4': 'up', '2': 'down', '3': 'down' };

export function Done({ thread }: { readonly thread: Thread }) {
  const { card, live, type } = words.value;
  const { log, order, fills } = thread;
  const row = order ?? fills[0];
  if (row === undefined)
    return <p class="thread-none">{(log?.links?.length ?? 0) > 0 ? card.otherOrder : card.noOrder}</p>;
  const decimals = row.symbol == null ? 2 : (quote(row.symbol)?.decimals ?? 2);
  const ended = liquidationOf(thread);
  return (
    <>
      <p class="thread-who">
        <Time ms={row.t} />
        <strong class={TYPE_SIDES[row.type ?? ''] ?? ''}>
          {row.type == null ? live.sealed : (type[row.type] ?? row.type)}
        </strong>
        <span>
          {order?.size ?? plain(filledSize(fills) ?? '')} {row.symbol == null ? '' : coinOf(row.symbol)}
        </span>
      </p>
      {fills.length > 0 ? <Filled thread={thread} decimals={decimals} /> : null}
      {fills.length === 0 && order !== null && order.type != null ? (
        <p class="dim">
          {order.price == null ? '' : `@ ${number(order.price, { decimals })} · `}
          {card.working}
        </p>
      ) : null}
      {ended === null ? null : <p class="bad">✕ {card.ended[ended] ?? card.closed}</p>}
      {thread.lot === null ? null : <Result lot={thread.lot} />}
    </>
  );
}

function Filled({ thread: { fills, lot }, decimals }: { readonly thread: Thread; readonly decimals: number }) {
  const { card, role } = words.value;
  const fee = feeOf(fills);
  const roleName = fills[0]?.role ?? '';
  const realised = lot?.opened === 0n ? realisedOf(fills) : null;
  return (
    <p class="thread-fill">
      {card.filled} {plain(filledSize(fills) ?? '')} @ <strong>{number(averagePrice(fills), { decimals })}</strong>
      {roleName === '' ? '' : ` · ${role[roleName] ?? roleName}`}
      {fee === null ? '' : ` · ${card.fee} ${money(fee)}`}
      {realised === null ? null : (
        <>
          {' · '}
          {card.realised} <Signed text={money(realised, true)} />
        </>
      )}
    </p>
  );
}

/** Without trailing zeros. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Nothing for an order that closes what others opened that are known: they have its profit. */
function Result({ lot }: { readonly lot: Lot }) {
  const { card } = words.value;
  const { symbol, opened, open, beyond, endedBy } = lot;
  if (opened === 0n && beyond === 0n) return null;
  const mark = open === 0n ? null : (quote(symbol)?.ticker.value?.markPrice ?? null);
  const result = resultOf(lot, mark);
  if (result === null) return null;
  const figure = <Signed text={money(result, true)} />;
  const exact = exactMoney(result);
  if (opened === 0n)
    return (
      <p class="thread-result" data-result={exact}>
        → {figure} <span class="dim">{card.olderLot}</span>
      </p>
    );
  if (open === 0n)
    return (
      <p class="thread-result" data-result={exact}>
        → {endedBy === null ? card.closed : (card.ended[endedBy] ?? card.closed)}: {figure}
      </p>
    );
  const left = open === opened ? card.soFar : card.partOpen(`${plain(textOf(open, DECIMALS))} ${coinOf(symbol)}`);
  return (
    <p class="thread-result live-value" data-result={exact}>
      → {figure} <span class="dim">{left}</span>
    </p>
  );
}
