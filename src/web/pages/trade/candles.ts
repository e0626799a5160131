/**
 * The chart library behind four words: set, update, lines, remove. Doubles are for pixels here.
 */
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from '../../live/bars.ts';

export interface ChartLine {
  readonly price: number;
  readonly title: string;
  readonly isOrder: boolean;
}

export interface Candles {
  set(bars: readonly Bar[]): void;
  update(bar: Bar): void;
  lines(lines: readonly ChartLine[]): void;
  remove(): void;
}

const VOLUME_PART = 0.8;

export function createCandles(box: HTMLElement, decimals: number): Candles {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const chart = createChart(box, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      textColor: colour('dim'),
      fontFamily: style.fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { color: colour('line') }, horzLines: { color: colour('line') } },
    rightPriceScale: { borderColor: colour('line') },
    timeScale: { borderColor: colour('line'), timeVisible: true, secondsVisible: false, rightOffset: 4 },
  });
  const series = chart.addSeries(CandlestickSeries, {
    upColor: colour('up'),
    downColor: colour('down'),
    wickUpColor: colour('up'),
    wickDownColor: colour('down'),
    borderVisible: false,
    priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: VOLUME_PART, bottom: 0 } });
  const faint = { up: `${colour('up')}55`, down: `${colour('down')}55` };
  const candleOf = ({ t, open, high, low, close }: Bar) => ({ time: timeOf(t), open, high, low, close });
  const columnOf = ({ t, size, open, close }: Bar) => ({
    time: timeOf(t),
    value: size,
    color: close >= open ? faint.up : faint.down,
  });
  let drawn: IPriceLine[] = [];
  let shown = '';
  return {
    set(bars) {
      series.setData(bars.map(candleOf));
      volume.setData(bars.map(columnOf));
    },
    update(bar) {
      series.update(candleOf(bar));
      volume.update(columnOf(bar));
    },
    lines(lines) {
      const wanted = JSON.stringify(lines);
      if (wanted === shown) return;
      shown = wanted;
      for (const line of drawn) series.removePriceLine(line);
      drawn = lines.map(({ price, title, isOrder }) =>
        series.createPriceLine({
          price,
          title,
          color: colour(isOrder ? 'warn' : 'ok'),
          lineWidth: 1,
          lineStyle: isOrder ? LineStyle.Dashed : LineStyle.Solid,
          axisLabelVisible: true,
        }),
      );
    },
    remove: () => chart.remove(),
  };
}

function timeOf(ms: number): UTCTimestamp {
  return (ms / 1_000) as UTCTimestamp;
}
