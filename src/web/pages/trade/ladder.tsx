/**
 * The ladder: a fixed number of rows a side, keyed by their place. A click fills the price of the form; so does Enter,
 * for the row chosen with the arrow keys while the ladder has the focus.
 */
import { signal } from '@preact/signals';
import type { ContractsRow } from '../../../client/index.ts';
import { NONE, number, textOf, unitsOf } from '../../format/number.ts';
import { orders } from '../../live/account.ts';
import { type LadderRow, type OwnOrder, ownRows } from '../../live/ladder.ts';
import { quote } from '../../live/market.ts';
import { group, ladder, LADDER_ROWS, setGroup } from '../../live/terminal.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { choosePrice } from './draft.ts';
import './ladder.css';

const GROUPS = [1, 10, 100] as const;
const PLACES = Array.from({ length: LADDER_ROWS }, (_, place) => place);
type Side = 'asks' | 'bids';

/** The row the arrow keys are at: bids from 0 downwards, asks from -1 upwards; null: none. */
const cursor = signal<number | null>(null);

export function Ladder({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { asks, bids, isWhole } = ladder.value;
  const decimals = Number(contract.tick_size);
  const own = ownSizes(contract);
  const chosen = rowAt(cursor.value);
  const name = chosen === undefined ? trade.book : `${trade.book}: ${number(chosen.price, { decimals })}`;
  const row = (side: Side, place: number) => (
    <Row
      key={place}
      row={(side === 'asks' ? asks : bids)[place]}
      side={side}
      decimals={decimals}
      own={own[side]}
      isChosen={cursor.value === (side === 'asks' ? -1 - place : place)}
    />
  );
  return (
    <Panel title={trade.book} class="ladder" aside={<Grouping />}>
      <div
        class="ladder-scroll"
        tabIndex={0}
        role="group"
        aria-label={name}
        title={trade.ladderKeys}
        onKeyDown={move}
        onBlur={() => (cursor.value = null)}
      >
        <table class={isWhole ? 'ladder-table live-value' : 'ladder-table ladder-late'}>
          <caption class="hidden-text">{trade.book}</caption>
          <thead>
            <tr>
              <th scope="col">{trade.price}</th>
              <th scope="col">
                <span class="hidden-text">{trade.own}</span>
              </th>
              <th scope="col" class="right">
                {trade.size}
              </th>
              <th scope="col" class="right">
                {trade.sum}
              </th>
            </tr>
          </thead>
          <tbody data-side="asks">{PLACES.toReversed().map((place) => row('asks', place))}</tbody>
          <tbody>
            <Middle contract={contract} ask={asks[0]} bid={bids[0]} />
          </tbody>
          <tbody data-side="bids">{PLACES.map((place) => row('bids', place))}</tbody>
        </table>
      </div>
    </Panel>
  );
}

function Grouping() {
  return (
    <label>
      {words.value.trade.group}{' '}
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
  );
}

interface MiddleProps {
  readonly contract: ContractsRow;
  readonly ask: LadderRow | undefined;
  readonly bid: LadderRow | undefined;
}

/** Between the sides: the spread, the mark price and the last one. */
function Middle({ contract: { symbol, tick_size }, ask, bid }: MiddleProps) {
  const { trade } = words.value;
  const decimals = Number(tick_size);
  const ticker = quote(symbol)?.ticker.value;
  const price = (text: string | undefined): string => (text === undefined ? NONE : number(text, { decimals }));
  return (
    <tr class="ladder-spread">
      <td colSpan={4}>
        {trade.spread} {spreadOf(ask, bid, decimals)} · {trade.mark} {price(ticker?.markPrice)} · {trade.last}{' '}
        {price(ticker?.lastPrice)}
      </td>
    </tr>
  );
}

interface RowProps {
  readonly row: LadderRow | undefined;
  readonly side: Side;
  readonly decimals: number;
  readonly own: ReadonlyMap<string, string>;
  readonly isChosen: boolean;
}

function Row({ row, side, decimals, own, isChosen }: RowProps) {
  if (row === undefined)
    return (
      <tr class="ladder-row">
        <td colSpan={4}> </td>
      </tr>
    );
  const mine = own.get(row.price);
  const name = side === 'asks' ? 'ask' : 'bid';
  return (
    <tr
      class={`ladder-row ladder-${name}${isChosen ? ' ladder-chosen' : ''}`}
      data-price={row.price}
      onClick={() => choosePrice(row.price)}
    >
      <td class={side === 'asks' ? 'down' : 'up'}>{number(row.price, { decimals })}</td>
      <td>
        {mine === undefined ? null : <span class="ladder-own" data-own={mine} title={mine}>{`◆ ${short(mine)}`}</span>}
      </td>
      <td class="right">{row.size}</td>
      <td class="right ladder-sum">
        <span class={`ladder-bar ladder-bar-${name}`} style={{ width: `${row.part}%` }} />
        <span class="ladder-sum-text">{row.sum}</span>
      </td>
    </tr>
  );
}

/** Without zeros that say nothing, so that it is there whole. */
function short(size: string): string {
  return size.includes('.') ? size.replace(/\.?0+$/, '') : size;
}

/** Sizes of the visitor's own working orders, by the rows of each side. */
function ownSizes({ symbol, tick_size, size_increment }: ContractsRow): Record<Side, ReadonlyMap<string, string>> {
  const look = { priceDecimals: Number(tick_size), sizeDecimals: Number(size_increment), group: group.value };
  const working = orders.value.flatMap<OwnOrder>((order) => {
    const { contractId, triggerPrice, type, orderSide, price, size, cumFillSize } = order;
    if (contractId !== symbol || triggerPrice !== '0' || type !== 'LIMIT') return [];
    const left = (unitsOf(size, look.sizeDecimals) ?? 0n) - (unitsOf(cumFillSize, look.sizeDecimals) ?? 0n);
    return [{ side: orderSide === 'BUY' ? 'bids' : 'asks', price, left: textOf(left, look.sizeDecimals) }];
  });
  return { asks: ownRows(working, { ...look, side: 'asks' }), bids: ownRows(working, { ...look, side: 'bids' }) };
}

function spreadOf(ask: LadderRow | undefined, bid: LadderRow | undefined, decimals: number): string {
  if (ask === undefined || bid === undefined) return NONE;
  return textOf((unitsOf(ask.price, decimals) ?? 0n) - (unitsOf(bid.price, decimals) ?? 0n), decimals);
}

function rowAt(place: number | null): LadderRow | undefined {
  if (place === null) return undefined;
  return place < 0 ? ladder.value.asks[-1 - place] : ladder.value.bids[place];
}

/** Arrows choose a row, Enter fills its price. */
function move(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const chosen = rowAt(cursor.value);
  if (event.key === 'Enter' && chosen !== undefined) choosePrice(chosen.price);
  else if (step === 0) return;
  else {
    const next = cursor.value === null ? Math.min(0, step) : cursor.value + step;
    if (rowAt(next) !== undefined) cursor.value = next;
  }
  event.preventDefault();
}
