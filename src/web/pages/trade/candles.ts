/**
 * The chart library behind a few words: bars, lines, flags, presses. Doubles are for pixels here.
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from '../../live/bar-line.ts';
import type { ChartFlag, ChartLine } from '../../live/chart-marks.ts';

export interface Candles {
  set(bars: readonly Bar[]): void;
  update(bar: Bar): void;
  lines(lines: readonly ChartLine[]): void;
  flags(flags: readonly ChartFlag[]): void;
  /** When the first and the last bar that are seen begin, epoch ms; null when none is. */
  seen(): { readonly from: number; readonly until: number } | null;
  remove(): void;
}

const VOLUME_PART = 0.8;
const LINES: Readonly<Record<ChartLine['kind'], { readonly colour: string; readonly style: LineStyle }>> = {
  entry: { colour: 'ok', style: LineStyle.Solid },
  liquidation: { colour: 'bad', style: LineStyle.Solid },
  order: { colour: 'warn', style: LineStyle.Dashed },
  trigger: { colour: 'dim', style: LineStyle.Dotted },
};

/**
 * @param pressed called with the id of a flag
 * @param moved called when other bars are seen than before
 */
export function createCandles(
  box: HTMLElement,
  decimals: number,
  pressed: (id: string) => void,
  moved: () => void,
): Candles {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const chart = makeChart(box, style, colour);
  const { series, set, update } = addBars(chart, decimals, colour);
  const markers = createSeriesMarkers(unhurried(series), []);
  chart.subscribeClick(({ hoveredObjectId }) => {
    if (typeof hoveredObjectId === 'string') pressed(hoveredObjectId);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange(moved);
  const lines = changed<readonly ChartLine[], IPriceLine[]>([], (wanted, drawn) => {
    for (const line of drawn) series.removePriceLine(line);
    return wanted.map(({ price, title, kind }) =>
      series.createPriceLine({
        price,
        title,
        color: colour(LINES[kind].colour),
        lineWidth: 1,
        lineStyle: LINES[kind].style,
        axisLabelVisible: true,
      }),
    );
  });
  const flags = changed<readonly ChartFlag[], null>(null, (wanted) => {
    markers.setMarkers(wanted.map((flag) => markerOf(flag, colour)));
    return null;
  });
  return {
    set,
    update,
    lines,
    flags,
    seen() {
      const range = chart.timeScale().getVisibleLogicalRange();
      const { from, to } = (range === null ? null : series.barsInLogicalRange(range)) ?? {};
      return from === undefined || to === undefined ? null : { from: msOf(from), until: msOf(to) };
    },
    remove: () => chart.remove(),
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

/** Draws only when what is wanted differs from what is drawn. */
function changed<Wanted, Drawn>(first: Drawn, draw: (wanted: Wanted, before: Drawn) => Drawn) {
  let [shown, drawn] = ['', first];
  return (wanted: Wanted): void => {
    const text = JSON.stringify(wanted);
    if (text === shown) return;
    shown = text;
    drawn = draw(wanted, drawn);
  };
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

function msOf(time: Time): number {
  return Number(time) * 1_000;
}

function timeOf(ms: number): UTCTimestamp {
  return (ms / 1_000) as UTCTimestamp;
}
