/** Completed trades of a team among what is shown below: from its first opening fill to the last closing one. */
import { money } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { coinOf } from '../../live/market.ts';
import type { RoundTrip } from '../../live/round-trips.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Signed, Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { priceText, Side } from '../../parts/team-positions.tsx';
import { words } from '../../words/words.ts';

interface TradesProps {
  readonly trips: readonly RoundTrip[];
  /** Whether there are older threads, and so perhaps older trades. */
  readonly hasOlder: boolean;
}

export function TeamTrades({ trips, hasOlder }: TradesProps) {
  const { team: text, board, card } = words.value;
  return (
    <Panel title={text.trades} aside={trips.length === 0 ? undefined : <span class="dim">{text.tradesWhy}</span>}>
      {trips.length === 0 ? (
        <Empty text={text.noTrades} />
      ) : (
        <div class="team-table team-trades" tabIndex={0} role="group" aria-label={text.trades}>
          <DataTable
            caption={text.trades}
            name="trade"
            items={trips}
            idOf={({ id }) => id}
            columns={[
              { head: text.position, cell: (one) => <Side symbol={one.symbol} side={one.isLong ? 'LONG' : 'SHORT'} /> },
              { head: board.pnl, cell: ({ pnl }) => <Signed text={money(pnl, true)} /> },
              {
                head: text.size,
                cell: ({ size, symbol }) => `${size.replace(/\.?0+$/, '')} ${coinOf(symbol)}`,
              },
              {
                head: text.entryExit,
                cell: ({ symbol, entry, exit }) => `${priceText(symbol, entry)} → ${priceText(symbol, exit)}`,
              },
              {
                head: text.held,
                cell: ({ fromMs, untilMs, endedBy }) => (
                  <>
                    {duration(untilMs - fromMs)}
                    {endedBy === null ? null : <strong class="bad"> {card.ended[endedBy] ?? endedBy}</strong>}
                  </>
                ),
              },
              { head: text.closedAt, cell: ({ untilMs }) => <Time ms={untilMs} /> },
            ]}
          />
        </div>
      )}
      {hasOlder ? <p class="dim">{text.tradesOlder}</p> : null}
    </Panel>
  );
}
