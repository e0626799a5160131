/**
 * Candles and volume of a contract. The library is loaded with the terminal, its own logo is off because that would
 * write markup; its notice stands in the status line.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { settings } from '../../app/settings.ts';
import { number } from '../../format/number.ts';
import { orders, positions } from '../../live/account.ts';
import { type BarSummary, followBars, GRANULARITIES, type Granularity, type PriceType } from '../../live/bars.ts';
import { entryPrice } from '../../live/position-facts.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { type Candles, createCandles } from './candles.ts';
import './chart.css';

const granularity = signal<Granularity>('1m');
const priceType = signal<PriceType>('LAST');
const summary = signal<BarSummary | null>(null);
const TYPES: readonly PriceType[] = ['LAST', 'MARK', 'INDEX'];

export function Chart({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const box = useRef<HTMLDivElement>(null);
  const candles = useRef<Candles | null>(null);
  const { symbol } = contract;
  const decimals = Number(contract.tick_size);
  useEffect(() => {
    const made = createCandles(box.current as HTMLElement, decimals);
    candles.current = made;
    const stop = followBars(symbol, granularity.value, priceType.value, {
      all: (bars) => made.set(bars),
      last: (bar) => made.update(bar),
      say: (said) => (summary.value = said),
    });
    return () => {
      stop();
      made.remove();
    };
  }, [symbol, granularity.value, priceType.value, settings.value.theme, settings.value.colours]);
  useEffect(() => candles.current?.lines(linesOf(symbol)));
  const said = summary.value;
  const price = (value: string): string => number(value, { decimals });
  return (
    <Panel
      title={trade.chart}
      class="chart"
      aside={
        <>
          <Choice label={trade.granularity} all={GRANULARITIES} chosen={granularity.value} choose={setGranularity} />
          <select
            aria-label={trade.priceType}
            value={priceType.value}
            onChange={({ currentTarget }) => (priceType.value = currentTarget.value as PriceType)}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {trade.types[type]}
              </option>
            ))}
          </select>
        </>
      }
    >
      <div class="chart-box" ref={box} aria-hidden="true" />
      <p class="hidden-text">
        {said === null ? '' : trade.chartText(price(said.last), price(said.high), price(said.low))}
      </p>
    </Panel>
  );
}

function setGranularity(to: Granularity): void {
  granularity.value = to;
}

interface ChoiceProps {
  readonly label: string;
  readonly all: readonly Granularity[];
  readonly chosen: Granularity;
  readonly choose: (one: Granularity) => void;
}

function Choice({ label, all, chosen, choose }: ChoiceProps) {
  return (
    <div class="chart-choice" role="group" aria-label={label}>
      {all.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => choose(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}

/** Entries of the visitor's positions, and working orders, as lines. */
function linesOf(symbol: string) {
  const entries = positions.value
    .filter(({ contractId }) => contractId === symbol)
    .map((position) => ({ price: Number(entryPrice(position)), title: position.side, isOrder: false }));
  const working = orders.value
    .filter(({ contractId, type }) => contractId === symbol && type !== 'MARKET')
    .map(({ price, triggerPrice, size }) => ({
      price: Number(triggerPrice === '0' ? price : triggerPrice),
      title: `${triggerPrice === '0' ? '◆' : '⚑'} ${size}`,
      isOrder: true,
    }));
  return [...entries, ...working].filter(({ price }) => price > 0);
}
