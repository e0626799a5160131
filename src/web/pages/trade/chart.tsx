/**
 * Candles and volume of a contract, with the visitor's entries, orders, fills and decisions. The library is loaded with
 * the terminal; its own logo is off because that would write markup, and its notice is in the status line. What the
 * chart shows is also said in a line of text, and as a table for those who want one.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { isDark } from '../../base/look.ts';
import { go } from '../../base/router.ts';
import { settings } from '../../base/settings.ts';
import { number, percent } from '../../format/number.ts';
import { orders, positions } from '../../live/account.ts';
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
import { ownFills } from '../../live/own-fills.ts';
import { ownLogs } from '../../live/own-logs.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { createCandles } from './candles.ts';
import { ChartChoices, granularity, isTable, priceType } from './chart-choices.tsx';
import { ChartTable } from './chart-table.tsx';
import './chart.css';

const summary = signal<BarSummary | null>(null);
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
        <Canvas key={look} symbol={symbol} decimals={decimals} type={priceType.value} />
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
    const made = createCandles(box.current as HTMLElement, decimals, open, () => bars.current?.mark());
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
      },
      marks() {
        made.lines(marked.current.lines);
        made.flags(marked.current.flags);
      },
    });
    bars.current = followed;
    return () => {
      followed.stop();
      bars.current = null;
      made.remove();
      summary.value = null;
      starts.value = [];
    };
  }, [symbol, decimals, type]);
  const lines = linesOf(symbol, positions.value, orders.value, liquidationPrices.value);
  const flags = flagsOf(symbol, ownFills.value, ownLogs.value ?? [], starts.value);
  useEffect(() => {
    marked.current = { lines, flags };
    bars.current?.mark();
  });
  const marks = [...lines.map(({ kind }) => kind), ...flags.map(({ kind }) => kind)].join(' ');
  return <div class="chart-box" ref={box} aria-hidden="true" data-marks={marks} />;
}

/** A decision leads to its entry in the log. */
function open(id: string): void {
  const [kind, index = ''] = id.split(' ');
  if (kind === 'log') go(`/log/${index}`);
}
