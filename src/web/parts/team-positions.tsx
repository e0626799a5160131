/**
 * Positions of a team at this moment, as far as its contest discloses it at once. The PnL is at the mark that is shown
 * above, so it moves with it.
 */
import type { ContestTeamAnswer } from '../../client/index.ts';
import { nowSecond } from '../base/clock.ts';
import { money, NONE, number, percent, textOf, unitsOf } from '../format/number.ts';
import { duration } from '../format/time.ts';
import { coinOf, quote } from '../live/market.ts';
import { words } from '../words/words.ts';
import { DataTable } from './data-table.tsx';
import { Signed } from './figures.tsx';
import './team-positions.css';

type Positions = NonNullable<ContestTeamAnswer['positions']>;
type Position = Positions[number];

const DECIMALS = 8;
const ONE = 10n ** BigInt(DECIMALS);

/** @param positions null: they are not disclosed now; undefined: not read yet */
export function TeamPositions({ positions }: { readonly positions: Positions | null | undefined }) {
  const { team: text, board } = words.value;
  if (positions === undefined) return <p class="dim">…</p>;
  if (positions === null) return <p class="dim">{text.positionsHidden}</p>;
  if (positions.length === 0) return <p class="dim">{text.noPositions}</p>;
  return (
    <div class="team-table">
      <DataTable
        caption={text.positions}
        name="position"
        items={positions}
        idOf={({ id }) => String(id)}
        columns={[
          { head: text.position, cell: (one) => <Side {...one} /> },
          { head: text.size, cell: ({ size, symbol }) => `${size} ${coinOf(symbol)}` },
          { head: text.entry, cell: (one) => entryOf(one) },
          { head: board.pnl, cell: (one) => <Profit {...one} /> },
          { head: text.since, cell: ({ t }) => duration(nowSecond.value - t) },
        ]}
      />
    </div>
  );
}

export function Side({ symbol, side, leverage }: Pick<Position, 'symbol' | 'side'> & { readonly leverage?: string }) {
  const isLong = side === 'LONG';
  const { positionSide } = words.value;
  return (
    <span class={isLong ? 'up' : 'down'}>
      {isLong ? '▲' : '▼'} {positionSide[isLong ? 'LONG' : 'SHORT']} {coinOf(symbol)}
      {leverage === undefined ? '' : ` ${leverage}×`}
    </span>
  );
}

function Profit({ symbol, side, size, openValue, pnl }: Position) {
  const won =
    profitAt(quote(symbol)?.ticker.value?.markPrice, { side, size, openValue }) ?? unitsOf(pnl ?? '', DECIMALS);
  const cost = unitsOf(openValue, DECIMALS);
  if (won === null || cost === null || cost === 0n) return <>{NONE}</>;
  return (
    <>
      <Signed text={money(textOf(won, DECIMALS), true)} />{' '}
      <span class="dim">{percent(textOf((won * ONE) / cost, DECIMALS))}</span>
    </>
  );
}

/** In 1e-8; null without a mark. */
function profitAt(mark: string | undefined, { side, size, openValue }: Pick<Position, 'side' | 'size' | 'openValue'>) {
  const [price, units, cost] = [mark ?? '', size, openValue].map((text) => unitsOf(text, DECIMALS));
  if (price == null || units == null || cost == null) return null;
  const worth = (price * units) / ONE;
  return side === 'LONG' ? worth - cost : cost - worth;
}

function entryOf({ openValue, size, symbol }: Position): string {
  const [cost, units] = [unitsOf(openValue, 2 * DECIMALS), unitsOf(size, DECIMALS)];
  return cost === null || units === null || units === 0n ? NONE : priceText(symbol, textOf(cost / units, DECIMALS));
}

/** A price as its contract writes prices. */
export function priceText(symbol: string, price: string | null): string {
  return number(price, { decimals: quote(symbol)?.decimals ?? 2 });
}
