/**
 * The ladder: a fixed number of rows a side, keyed by their place. A click, or Enter, fills the price of the form.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { number, textOf, unitsOf } from '../../format/number.ts';
import { orders } from '../../live/account.ts';
import { group, ladder, LADDER_ROWS, setGroup } from '../../live/terminal.ts';
import type { LadderRow } from '../../live/ladder.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { choosePrice } from './draft.ts';
import './ladder.css';

const GROUPS = [1, 10, 100] as const;
const PLACES = Array.from({ length: LADDER_ROWS }, (_, place) => place);

export function Ladder({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { asks, bids, isWhole } = ladder.value;
  const decimals = Number(contract.tick_size);
  const own = ownSizes(contract);
  return (
    <Panel
      title={trade.book}
      class="ladder"
      aside={
        <label>
          {trade.group}{' '}
          <select
            value={group.value}
            onChange={({ currentTarget }) => setGroup(Number(currentTarget.value) as 1 | 10 | 100)}
          >
            {GROUPS.map((size) => (
              <option key={size} value={size}>
                ×{size}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <div class="ladder-scroll" tabIndex={0} role="group" aria-label={trade.book} onKeyDown={move}>
        <table class={isWhole ? 'ladder-table live-value' : 'ladder-table ladder-late'}>
          <caption class="hidden-text">{trade.book}</caption>
          <thead>
            <tr>
              <th scope="col">{trade.price}</th>
              <th scope="col" class="right">
                {trade.size}
              </th>
              <th scope="col" class="right">
                {trade.sum}
              </th>
            </tr>
          </thead>
          <tbody data-side="asks">
            {PLACES.toReversed().map((place) => (
              <Row key={place} row={asks[place]} side="ask" decimals={decimals} own={own} />
            ))}
          </tbody>
          <tbody>
            <tr class="ladder-spread">
              <td colSpan={3}>
                {trade.spread} {spreadOf(asks[0], bids[0], decimals)}
              </td>
            </tr>
          </tbody>
          <tbody data-side="bids">
            {PLACES.map((place) => (
              <Row key={place} row={bids[place]} side="bid" decimals={decimals} own={own} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly row: LadderRow | undefined;
  readonly side: 'ask' | 'bid';
  readonly decimals: number;
  readonly own: ReadonlyMap<string, string>;
}

function Row({ row, side, decimals, own }: RowProps) {
  if (row === undefined)
    return (
      <tr class="ladder-row">
        <td colSpan={3}> </td>
      </tr>
    );
  const mine = own.get(row.price);
  return (
    <tr class={`ladder-row ladder-${side}`} onClick={() => choosePrice(row.price)}>
      <td class={side === 'ask' ? 'down' : 'up'}>
        {number(row.price, { decimals })}
        {mine === undefined ? null : <span class="ladder-own" title={mine}>{` ◆ ${mine}`}</span>}
      </td>
      <td class="right">{row.size}</td>
      <td class="right ladder-sum">
        <span class={`ladder-bar ladder-bar-${side}`} style={{ width: `${row.part}%` }} />
        <span class="ladder-sum-text">{row.sum}</span>
      </td>
    </tr>
  );
}

/** Sizes of the visitor's own working orders, by price as the ladder writes it. */
function ownSizes({ symbol, tick_size, size_increment }: ContractsRow): ReadonlyMap<string, string> {
  const sizes = new Map<string, bigint>();
  const [prices, amounts] = [Number(tick_size), Number(size_increment)];
  for (const order of orders.value) {
    if (order.contractId !== symbol || order.triggerPrice !== '0' || order.type !== 'LIMIT') continue;
    const price = textOf(unitsOf(order.price, prices) ?? 0n, prices);
    const left = (unitsOf(order.size, amounts) ?? 0n) - (unitsOf(order.cumFillSize, amounts) ?? 0n);
    sizes.set(price, (sizes.get(price) ?? 0n) + left);
  }
  return new Map([...sizes].map(([price, size]) => [price, textOf(size, amounts)]));
}

function spreadOf(ask: LadderRow | undefined, bid: LadderRow | undefined, decimals: number): string {
  if (ask === undefined || bid === undefined) return '–';
  return textOf((unitsOf(ask.price, decimals) ?? 0n) - (unitsOf(bid.price, decimals) ?? 0n), decimals);
}

/** Arrows choose a price of the ladder that has the focus. */
function move(event: KeyboardEvent): void {
  const { asks, bids } = ladder.value;
  const prices = [...asks.toReversed(), ...bids].map(({ price }) => price);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || prices.length === 0) return;
  event.preventDefault();
  const at = prices.indexOf(choosePrice());
  const start = at === -1 ? asks.length - (step > 0 ? 1 : 0) : at;
  choosePrice(prices[Math.min(prices.length - 1, Math.max(0, start + step))]);
}
