/** A run in pictures: equity with its trades, the fall from the peak, costs; and what each contract came to. */
import { NONE, number, whole } from '../../format/number.ts';
import { momentText } from '../../format/time.ts';
import type { CheckupFigures, CheckupTrade } from '../../live/checkup.ts';
import { coinOf } from '../../live/market.ts';
import { type Frame, strokesOf } from '../../live/picture.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Signed } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { plain, usdt } from './figures.tsx';
import { Picture } from './picture.tsx';

const STROKE = 14;
/** Newest trades of the table. */
const ROWS = 50;

const amount = (value: number, decimals: number): string => number(plain(value), { decimals });
const share = (value: number, decimals: number): string =>
  `${number(plain(value * 100), { decimals: Math.max(0, decimals - 2) || Math.min(decimals, 1) })}%`;

export function Pictures({ figures: { equity, costs, trades } }: { readonly figures: CheckupFigures }) {
  const { rehearsal: text } = words.value;
  if (equity.length < 2) return <Empty text={text.noCurve} />;
  const times = equity.map(([ms]) => ms);
  const values = equity.map(([, value]) => value);
  const [buys, sells] = [true, false].map((isBuy) => trades.filter((one) => one.isBuy === isBuy));
  const strokes = (frame: Frame, of: readonly CheckupTrade[], length: number): string =>
    strokesOf(
      frame,
      times,
      values,
      of.map(({ t }) => t).filter((ms) => ms >= frame.fromMs),
      length,
    );
  return (
    <>
      <Picture
        name="equity"
        title={text.equityTrades}
        times={times}
        lines={[{ name: `${text.equity}, USDT`, values, look: 'text' }]}
        said={amount}
        marks={(frame) => (
          <>
            <path class="picture-mark picture-up" d={strokes(frame, buys!, STROKE)} />
            <path class="picture-mark picture-down" d={strokes(frame, sells!, -STROKE)} />
          </>
        )}
        keys={
          <p>
            <span class="up">▲ {text.buys(whole(buys!.length))}</span>{' '}
            <span class="down">▼ {text.sells(whole(sells!.length))}</span>
          </p>
        }
      />
      <div class="rehearsal-two">
        <Picture
          name="drawdown"
          title={text.fall}
          times={times}
          lines={[{ name: text.fall, values: equity.map(([, , , fall]) => -fall), look: 'down', isArea: true }]}
          said={share}
        />
        <Picture
          name="costs"
          title={text.costs}
          times={costs.map(([ms]) => ms)}
          lines={[
            { name: `${text.feesPaid}, USDT`, values: costs.map(([, fees]) => fees), look: 'down' },
            { name: `${text.fundingPaid}, USDT`, values: costs.map(([, , paid]) => -paid), look: 'up', isDashed: true },
          ]}
          said={amount}
        />
      </div>
    </>
  );
}

const BAR = 100;

/** A net result as a bar, to the right of the middle when it is a profit. */
function Bar({ value, most }: { readonly value: number; readonly most: number }) {
  const width = most === 0 ? 0 : (Math.abs(value) / most) * BAR;
  return (
    <svg class={value < 0 ? 'picture-down' : 'picture-up'} width={2 * BAR} height="10" aria-hidden="true">
      <path class="picture-axis" d={`M${BAR} 0V10`} />
      <rect x={value < 0 ? BAR - width : BAR} width={width} height="10" />
    </svg>
  );
}

export function ByContract({ figures: { contracts, trades } }: { readonly figures: CheckupFigures }) {
  const { rehearsal: text } = words.value;
  const most = Math.max(0, ...contracts.map(({ net }) => Math.abs(net)));
  return (
    <Panel title={text.byContract}>
      {contracts.length === 0 ? <Empty text={text.noTrades} /> : null}
      <div class="rehearsal-table" tabIndex={0} role="group" aria-label={text.byContract}>
        <DataTable
          caption={text.byContract}
          name="contract"
          items={contracts}
          idOf={({ symbol }) => symbol}
          columns={[
            { head: text.contract, cell: ({ symbol }) => coinOf(symbol) },
            { head: text.trades, cell: ({ fills }) => whole(fills) },
            { head: text.profit, cell: ({ profit }) => <Signed text={usdt(profit, true)} /> },
            { head: text.fees, cell: ({ fees }) => usdt(fees) },
            { head: text.funding, cell: ({ funding }) => <Signed text={usdt(funding, true)} /> },
            { head: text.net, cell: ({ net }) => <Signed text={usdt(net, true)} /> },
            { head: '', cell: ({ net }) => <Bar value={net} most={most} /> },
          ]}
        />
      </div>
      {trades.length === 0 ? null : <Trades trades={trades.slice(-ROWS).toReversed()} />}
    </Panel>
  );
}

function Trades({ trades }: { readonly trades: readonly CheckupTrade[] }) {
  const { rehearsal: text } = words.value;
  return (
    <details>
      <summary>{text.trades}</summary>
      <div class="rehearsal-table" tabIndex={0} role="group" aria-label={text.trades}>
        <DataTable
          caption={text.trades}
          name="trade"
          items={trades.map((one, nth) => ({ ...one, id: String(nth) }))}
          idOf={({ id }) => id}
          columns={[
            { head: text.time, cell: ({ t }) => momentText(t).slice(0, -4) },
            { head: text.contract, cell: ({ symbol }) => coinOf(symbol) },
            {
              head: text.side,
              cell: ({ isBuy }) => (
                <span class={isBuy ? 'up' : 'down'}>{isBuy ? `▲ ${text.buy}` : `▼ ${text.sell}`}</span>
              ),
            },
            { head: text.price, cell: ({ price }) => String(price) },
            { head: text.size, cell: ({ size }) => plain(size).replace(/\.?0+$/, '') },
            { head: text.fees, cell: ({ fee }) => usdt(fee) },
            {
              head: text.profit,
              cell: ({ realised }) => (realised === 0 ? NONE : <Signed text={usdt(realised, true)} />),
            },
          ]}
        />
      </div>
    </details>
  );
}
