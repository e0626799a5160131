/**
 * Candles and volume of a contract, with the visitor's entries, orders, fills and decisions. The library is loaded with
 * the terminal; its own logo is off because that would write markup, and its notice is in the status line. What the
 * chart shows is also said in a line of text, and as a table for those who want one.
 */
import { effect, signal, useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { isDark } from '../../base/look.ts';
import { go } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { settings } from '../../base/settings.ts';
import { number, percent } from '../../format/number.ts';
import { orders, positions } from '../../live/account.ts';
import type { Bar } from '../../live/bar-line.ts';
import {
  type BarSummary,
  changeOf,
  type FollowedBars,
  followBars,
  type PriceType,
  summaryOf,
} from '../../live/bars.ts';
import { type ChartFlag, type ChartLine, flagsOf, linesOf } from '../../live/chart-marks.ts';
import { liquidationPrices } from '../../live/liquidation.ts';
import { quote } from '../../live/market.ts';
import { ownFills } from '../../live/own-fills.ts';
import { ownLogs } from '../../live/own-logs.ts';
import { waitingName } from '../../live/plan-name.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { beginAmend, movedOrder } from './amending.ts';
import { createCandles } from './candles.ts';
import { ChartChoices, granularity, hasAverages, isTable, priceType } from './chart-choices.tsx';
import { ChartTable } from './chart-table.tsx';
import './chart.css';

const VOLUME_DECIMALS = 2;
const summary = signal<BarSummary | null>(null);
/** The bar under the crosshair, else the newest. */
const pointed = signal<Bar | null>(null);
/** When each bar that is shown begins, so that flags find theirs. */
const starts = signal<readonly number[]>([]);

export function Chart({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const { symbol } = contract;
  const decimals = Number(contract.tick_size);
  const { theme, colours } = settings.value;
  const look = [symbol, granularity.value, priceType.value, theme, colours, isDark.value].join();
  return (
    <Panel title={trade.chart} class="chart" aside={<ChartChoices />}>
      {isTable.value ? (
        <ChartTable contract={contract} granularity={granularity.value} priceType={priceType.value} />
      ) : (
        <div class="chart-frame">
          <Legend decimals={decimals} />
          <Canvas key={look} symbol={symbol} decimals={decimals} type={priceType.value} />
        </div>
      )}
      <Said decimals={decimals} />
    </Panel>
  );
}

/** The bars that are seen, in words: what is left of them when one moves along the chart or comes nearer. */
function Said({ decimals }: { readonly decimals: number }) {
  const said = summary.value;
  if (said === null) return <p class="dim chart-text"> </p>;
  const price = (value: string): string => number(value, { decimals });
  return (
    <p class="dim chart-text" data-from={said.from} data-until={said.until}>
      {words.value.trade.chartText(price(said.last), price(said.high), price(said.low), percent(changeOf(said)))}
    </p>
  );
}

/** Open, high, low, close and volume of a bar. For those who see the chart: the table has the same for everybody. */
function Legend({ decimals }: { readonly decimals: number }) {
  const { trade } = words.value;
  const bar = pointed.value;
  if (bar === null) return <p class="chart-legend" />;
  const { exact, t, open, close, size } = bar;
  const price = (value: string): string => number(value, { decimals });
  const change = percent(changeOf({ first: exact.open, last: exact.close }));
  const parts = [
    [trade.legend.open, price(exact.open)],
    [trade.legend.high, price(exact.high)],
    [trade.legend.low, price(exact.low)],
    [trade.legend.close, price(exact.close)],
    [trade.legend.volume, number(size.toFixed(VOLUME_DECIMALS), { decimals: VOLUME_DECIMALS })],
  ] as const;
  return (
    <p class="chart-legend" aria-hidden="true" data-bar={t}>
      {parts.map(([name, text]) => (
        <span key={name}>
          <span class="dim">{name}</span> {text}
        </span>
      ))}
      <span class={close >= open ? 'up' : 'down'}>{change}</span>
    </p>
  );
}

interface Marked {
  readonly lines: readonly ChartLine[];
  readonly flags: readonly ChartFlag[];
}

interface CanvasProps {
  readonly symbol: string;
  readonly decimals: number;
  readonly type: PriceType;
}

function Canvas({ symbol, decimals, type }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const marked = useRef<Marked>({ lines: [], flags: [] });
  const bars = useRef<FollowedBars | null>(null);
  useEffect(() => {
    let [known, at]: [readonly Bar[], number | null] = [[], null];
    const point = (): void => void (pointed.value = known.find(({ t }) => t === at) ?? known.at(-1) ?? null);
    const made = createCandles(box.current as HTMLElement, decimals, {
      pressed: open,
      moved: () => bars.current?.mark(),
      pointed(t) {
        if (t === at) return;
        at = t;
        point();
      },
      dropped: (id, price) => beginAmend(id, price),
    });
    const followed = followBars(symbol, granularity.peek(), type, {
      all(bars) {
        made.set(bars);
        starts.value = bars.map(({ t }) => t);
      },
      last(bar) {
        made.update(bar);
        if ((starts.peek().at(-1) ?? 0) < bar.t) starts.value = [...starts.peek(), bar.t];
      },
      say(all) {
        const seen = made.seen();
        summary.value = seen === null ? null : summaryOf(all, seen);
        known = all;
        point();
      },
      marks() {
        made.lines(marked.current.lines);
        made.flags(marked.current.flags);
      },
    });
    bars.current = followed;
    const stop = effect(() => made.averages(hasAverages.value));
    return () => {
      stop();
      followed.stop();
      bars.current = null;
      made.remove();
      [summary.value, pointed.value, starts.value] = [null, null, []];
    };
  }, [symbol, decimals, type]);
  const { lines, flags } = useMarks(symbol);
  useEffect(() => {
    marked.current = { lines, flags };
    bars.current?.mark();
  });
  const marks = [...lines.map(({ kind }) => kind), ...flags.map(({ kind }) => kind)].join(' ');
  return <div class="chart-box" ref={box} aria-hidden="true" data-marks={marks} />;
}

/** Lines and flags on the chart of a contract now. */
function useMarks(symbol: string): Marked {
  const last = useComputed(() => quote(symbol)?.ticker.value?.lastPrice ?? null);
  // The side of the price a trigger is on changes seldom, the price ten times a second.
  const names = useComputed(() => orders.value.map((order) => waitingName(order, last.value)).join());
  void names.value;
  const lines = linesOf({
    symbol,
    positions: positions.value,
    orders: orders.value,
    liquidation: liquidationPrices.value,
    last: last.peek(),
    isMovable: session.value?.canTrade ?? false,
    moved: movedOrder.value,
  });
  return { lines, flags: flagsOf(symbol, ownFills.value, ownLogs.value ?? [], starts.value) };
}

/** A decision leads to its entry in the log. */
function open(id: string): void {
  const [kind, index = ''] = id.split(' ');
  if (kind === 'log') go(`/log/${index}`);
}
