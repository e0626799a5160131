/**
 * The lines of a chart. One that belongs to an order can be taken hold of and dropped at another price, by mouse or
 * finger; Escape puts it back while it is held. Where it was dropped is only told: the order stays as it is. Doubles
 * are for pixels, and for the price under them, which is rounded to the tick.
 */
import { type AutoscaleInfo, type IChartApi, type IPriceLine, type ISeriesApi, LineStyle } from 'lightweight-charts';
import type { ChartLine } from '../../live/chart-marks.ts';

export interface PriceLines {
  draw(lines: readonly ChartLine[]): void;
  remove(): void;
}

interface Held extends Drawn {
  readonly from: number;
  price: number;
}

/** How near to a line it is taken hold of, pixels. */
const REACH = { mouse: 5, touch: 16 } as const;
/** A line that moved less was only pressed, pixels. */
const LEAST_MOVE = 3;
const LOOKS: Readonly<Record<ChartLine['kind'], { readonly colour: string; readonly style: LineStyle }>> = {
  entry: { colour: 'ok', style: LineStyle.Solid },
  liquidation: { colour: 'bad', style: LineStyle.Solid },
  order: { colour: 'warn', style: LineStyle.Dashed },
  plan: { colour: 'dim', style: LineStyle.Dotted },
  takeProfit: { colour: 'up', style: LineStyle.Dotted },
  stopLoss: { colour: 'down', style: LineStyle.Dotted },
};

interface LinesOn {
  readonly box: HTMLElement;
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  readonly decimals: number;
  readonly colour: (name: string) => string;
  /** An order's line was dropped at a price, plain decimal text. */
  readonly dropped: (id: string, price: string) => void;
}

export function createPriceLines({ box, chart, series, decimals, colour, dropped }: LinesOn): PriceLines {
  let wanted: readonly ChartLine[] = [];
  let shown = '';
  let drawn: Drawn[] = [];
  let held: Held | null = null;
  const apply = (): void => {
    const text = JSON.stringify(wanted);
    if (held !== null || text === shown) return;
    shown = text;
    for (const one of drawn) series.removePriceLine(one.drawn);
    drawn = wanted.map((line) => ({ line, drawn: series.createPriceLine(optionsOf(line, colour)) }));
    // Also makes the scale anew.
    series.applyOptions({ autoscaleInfoProvider: (bars: () => AutoscaleInfo | null) => reaching(bars(), wanted) });
  };
  const under = (event: PointerEvent) => nearest(drawn, event, box, series);
  const letGo = (): void => {
    held = null;
    chart.applyOptions({ handleScroll: true, handleScale: true });
    apply();
  };
  const down = (event: PointerEvent): void => {
    const found = event.button === 0 ? under(event) : undefined;
    if (found === undefined) return;
    held = { ...found, from: event.clientY, price: found.line.price };
    chart.applyOptions({ handleScroll: false, handleScale: false });
  };
  const move = (event: PointerEvent): void => {
    if (held === null) {
      if (event.target instanceof Node && box.contains(event.target))
        box.classList.toggle('chart-grab', under(event) !== undefined);
      return;
    }
    const price = series.coordinateToPrice(event.clientY - box.getBoundingClientRect().top);
    if (price === null || price <= 0) return;
    held.price = Number(price.toFixed(decimals));
    held.drawn.applyOptions({ price: held.price });
  };
  const back = (): void => {
    if (held === null) return;
    held.drawn.applyOptions({ price: held.line.price });
    letGo();
  };
  const up = (event: PointerEvent): void => {
    if (held === null) return;
    const { line, price, from } = held;
    if (Math.abs(event.clientY - from) < LEAST_MOVE) return back();
    letGo();
    if (line.id !== null) dropped(line.id, price.toFixed(decimals));
  };
  const key = (event: KeyboardEvent): void => (event.key === 'Escape' ? back() : undefined);
  // A finger that holds a line scrolls no page.
  const touch = (event: TouchEvent): void => {
    if (held !== null) event.preventDefault();
  };
  return {
    draw(lines) {
      wanted = lines;
      apply();
    },
    remove: listen([
      [box, 'pointerdown', down, { capture: true }],
      [box, 'touchmove', touch, { capture: true, passive: false }],
      [globalThis, 'pointermove', move, {}],
      [globalThis, 'pointerup', up, {}],
      [globalThis, 'pointercancel', back, {}],
      [globalThis, 'keydown', key, {}],
    ]),
  };
}

/**
 * The scale that shows the bars and each order that waits no further from them than they are high: bars keep a third of
 * the height, and what may be taken hold of can be reached.
 */
function reaching(bars: AutoscaleInfo | null, lines: readonly ChartLine[]): AutoscaleInfo | null {
  if (bars?.priceRange == null) return bars;
  const { minValue, maxValue } = bars.priceRange;
  const height = maxValue - minValue;
  const near = lines
    .filter(({ id, price }) => id !== null && price >= minValue - height && price <= maxValue + height)
    .map(({ price }) => price);
  return { ...bars, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } };
}

type Heard = readonly [EventTarget, string, (event: never) => void, AddEventListenerOptions];

/** Returns what ends it. */
function listen(heard: readonly Heard[]): () => void {
  for (const [where, name, hear, how] of heard) where.addEventListener(name, hear as EventListener, how);
  return () => {
    for (const [where, name, hear, how] of heard) where.removeEventListener(name, hear as EventListener, how);
  };
}

interface Drawn {
  readonly line: ChartLine;
  readonly drawn: IPriceLine;
}

/** The line of an order under the pointer. */
function nearest(
  drawn: readonly Drawn[],
  { clientY, pointerType }: PointerEvent,
  box: HTMLElement,
  series: ISeriesApi<'Candlestick'>,
): Drawn | undefined {
  const y = clientY - box.getBoundingClientRect().top;
  const reach = pointerType === 'mouse' ? REACH.mouse : REACH.touch;
  return drawn
    .map((one) => ({ ...one, away: Math.abs((series.priceToCoordinate(one.line.price) ?? Infinity) - y) }))
    .filter(({ line, away }) => line.id !== null && away <= reach)
    .toSorted((a, b) => a.away - b.away)[0];
}

function optionsOf({ price, title, kind }: ChartLine, colour: (name: string) => string) {
  const { colour: name, style } = LOOKS[kind];
  return { price, title, color: colour(name), lineWidth: 1 as const, lineStyle: style, axisLabelVisible: true };
}
