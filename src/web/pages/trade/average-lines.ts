/**
 * Moving averages over the candles of a chart.
 */
import { type IChartApi, type ISeriesApi, LineSeries } from 'lightweight-charts';
import { type Average, averagesOf } from '../../live/averages.ts';
import type { Bar } from '../../live/bar-line.ts';
import { timeOf } from './chart-time.ts';

/** Bars in a moving average, with the colour of its line. */
const AVERAGES = [
  { length: 20, colour: 'warn' },
  { length: 50, colour: 'dim' },
] as const;

/** Lines of averages, which cost nothing while they are not shown. */
export function addAverages(chart: IChartApi, colour: (name: string) => string) {
  let bars: Bar[] = [];
  let drawn: { readonly length: number; readonly series: ISeriesApi<'Line'> }[] = [];
  const point = ({ t, value }: Average) => ({ time: timeOf(t), value });
  const fill = (): void => {
    for (const { length, series } of drawn) series.setData(averagesOf(bars, length).map(point));
  };
  return {
    set(all: readonly Bar[]): void {
      bars = [...all];
      fill();
    },
    update(bar: Bar): void {
      if (bars.at(-1)?.t === bar.t) bars.pop();
      bars.push(bar);
      for (const { length, series } of drawn)
        for (const average of averagesOf(bars.slice(-length), length)) series.update(point(average));
    },
    show(isShown: boolean): void {
      if (isShown === drawn.length > 0) return;
      for (const { series } of drawn) chart.removeSeries(series);
      drawn = (isShown ? AVERAGES : []).map(({ length, colour: name }) => {
        const look = { color: colour(name), lineWidth: 1, priceLineVisible: false, lastValueVisible: false } as const;
        return { length, series: chart.addSeries(LineSeries, { ...look, crosshairMarkerVisible: false }) };
      });
      fill();
    },
  };
}
