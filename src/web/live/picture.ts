/** Places of lines in a picture: doubles, for pixels only. */

export interface Frame {
  readonly fromMs: number;
  readonly toMs: number;
  readonly low: number;
  readonly high: number;
}

/** Units across; the page stretches them. */
export const WIDTH = 1_000;
export const HEIGHT = 200;
const MOST_TICKS = 5;
/** Room above and below, as a part of the span. */
const ROOM = 0.06;

/** @param values at least one of them; a flat line gets room around it */
export function frameOf(times: readonly number[], values: readonly number[]): Frame {
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const room = (high - low) * ROOM || Math.abs(high) * ROOM || 1;
  return { fromMs: times[0] ?? 0, toMs: times.at(-1) ?? 0, low: low - room, high: high + room };
}

function xOf({ fromMs, toMs }: Frame, ms: number): number {
  return toMs === fromMs ? WIDTH : ((ms - fromMs) / (toMs - fromMs)) * WIDTH;
}

export function yOf({ low, high }: Frame, value: number): number {
  return HEIGHT - ((value - low) / (high - low)) * HEIGHT;
}

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The path of a line. */
export function lineOf(frame: Frame, times: readonly number[], values: readonly number[]): string {
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${point(xOf(frame, times[at] ?? 0), yOf(frame, value))}`)
    .join('');
}

/** The area between a line and nothing. */
export function areaOf(frame: Frame, times: readonly number[], values: readonly number[]): string {
  const ground = yOf(frame, 0);
  const [first, last] = [xOf(frame, times[0] ?? 0), xOf(frame, times.at(-1) ?? 0)];
  return `${lineOf(frame, times, values)}L${point(last, ground)}L${point(first, ground)}Z`;
}

/** Strokes at moments of a line, so long; below 0: downwards. */
export function strokesOf(
  frame: Frame,
  times: readonly number[],
  values: readonly number[],
  moments: readonly number[],
  length: number,
): string {
  let at = 0;
  return moments
    .map((ms) => {
      while (at + 1 < times.length && (times[at + 1] as number) <= ms) at++;
      return `M${point(xOf(frame, ms), yOf(frame, values[at] ?? 0))}v${-length}`;
    })
    .join('');
}

/** Round values within the frame: a step of 1, 2 or 5 of a power of ten between them. */
export function ticksOf({ low, high }: Frame): readonly number[] {
  const rough = (high - low) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, nth) => (first + nth) * step);
}

/** Decimals that tell the ticks apart. */
export function decimalsOf(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  return Math.min(8, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}
