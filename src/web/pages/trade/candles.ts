/**
 * The chart library behind a few words: bars, lines, flags, presses. Doubles are for pixels here.
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type SeriesMarker,
  type Time,
} from 'lightweight-charts';
import type { Bar } from '../../live/bar-line.ts';
import type { ChartFlag, ChartLine } from '../../live/chart-marks.ts';
import { addAverages } from './average-lines.ts';
import { msOf, timeOf } from './chart-time.ts';
import { createPriceLines } from './price-lines.ts';

export interface Candles {
  set(bars: readonly Bar[]): void;
  update(bar: Bar): void;
  lines(lines: readonly ChartLine[]): void;
  flags(flags: readonly ChartFlag[]): void;
  /** Shows moving averages, or takes them away. */
  averages(isShown: boolean): void;
  /** When the first and the last bar that are seen begin, epoch ms; null when none is. */
  seen(): { readonly from: number; readonly until: number } | null;
  remove(): void;
}

const VOLUME_PART = 0.8;

interface ChartEvents {
  /** A flag was pressed. */
  readonly pressed: (id: string) => void;
  /** Other bars are seen than before. */
  readonly moved: () => void;
  /** The bar under the crosshair, by when it begins, epoch ms; null: none is. */
  readonly pointed: (t: number | null) => void;
  /** An order's line was dropped at a price. */
  readonly dropped: (id: string, price: string) => void;
}

export function createCandles(box: HTMLElement, decimals: number, events: ChartEvents): Candles {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const chart = makeChart(box, style, colour);
  const { series, set, update } = addBars(chart, decimals, colour);
  const averages = addAverages(chart, colour);
  const markers = createSeriesMarkers(unhurried(series), []);
  chart.subscribeClick(({ hoveredObjectId }) => {
    if (typeof hoveredObjectId === 'string') events.pressed(hoveredObjectId);
  });
  chart.subscribeCrosshairMove(({ time }) => events.pointed(time === undefined ? null : msOf(time)));
  chart.timeScale().subscribeVisibleLogicalRangeChange(events.moved);
  const lines = createPriceLines({ box, chart, series, decimals, colour, dropped: events.dropped });
  let shown = '';
  return {
    set(bars) {
      set(bars);
      averages.set(bars);
    },
    update(bar) {
      update(bar);
      averages.update(bar);
    },
    lines: (all) => lines.draw(all),
    flags(flags) {
      const text = JSON.stringify(flags);
      if (text === shown) return;
      shown = text;
      markers.setMarkers(flags.map((flag) => markerOf(flag, colour)));
    },
    averages: (isShown) => averages.show(isShown),
    seen() {
      const range = chart.timeScale().getVisibleLogicalRange();
      const { from, to } = (range === null ? null : series.barsInLogicalRange(range)) ?? {};
      return from === undefined || to === undefined ? null : { from: msOf(from), until: msOf(to) };
    },
    remove() {
      lines.remove();
      chart.remove();
    },
  };
}

/** Candles, and a column below each for its size. */
function addBars(chart: IChartApi, decimals: number, colour: (name: string) => string) {
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
  return {
    series,
    set: (bars: readonly Bar[]): void => {
      series.setData(bars.map(candleOf));
      volume.setData(bars.map(columnOf));
    },
    update: (bar: Bar): void => {
      series.update(candleOf(bar));
      volume.update(columnOf(bar));
    },
  };
}

/**
 * The series as its flags see it. At every change of its data they ask for a layout of the whole chart, after which the
 * library paints a second frame; they only need to when all bars have changed.
 */
function unhurried<Series extends ISeriesApi<'Candlestick'>>(series: Series): Series {
  const subscribeDataChanged: Series['subscribeDataChanged'] = (handler) =>
    series.subscribeDataChanged((scope) => {
      if (scope === 'full') handler(scope);
    });
  return Object.create(series, { subscribeDataChanged: { value: subscribeDataChanged } }) as Series;
}

function makeChart(box: HTMLElement, style: CSSStyleDeclaration, colour: (name: string) => string): IChartApi {
  return createChart(box, {
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
}

function markerOf({ id, t, kind, isUp, text }: ChartFlag, colour: (name: string) => string): SeriesMarker<Time> {
  const isDecision = kind === 'decision';
  return {
    id,
    time: timeOf(t),
    position: isUp ? 'belowBar' : 'aboveBar',
    shape: isDecision ? 'square' : isUp ? 'arrowUp' : 'arrowDown',
    color: colour(isDecision ? 'text' : isUp ? 'up' : 'down'),
    text,
    size: 1,
  };
}
