/**
 * Lines on a canvas, by uPlot: no legend, no cursor of its own, the name of each line at its end, and a line through
 * the moment that is looked at. It follows the width of its box.
 */
import { effect } from '@preact/signals';
import uPlot from 'uplot';
import { partsOf } from '../base/clock.ts';
import { isDark } from '../base/look.ts';
import { settings } from '../base/settings.ts';
import { lookOf, SHAPES } from '../format/agent-mark.ts';
import { middleCut } from '../format/raw-text.ts';
import { type Lines, spreadLabels } from '../live/lines.ts';
import 'uplot/dist/uPlot.min.css';

export interface Plot {
  show(lines: Lines, at: number | null): void;
  remove(): void;
}

const DASHES = [[], [6, 4], [2, 3]] as const;
const HOLD_DASH = [1, 4];
const LABEL_PX = 14;
/** An agent's shape beside its name, and the box it is drawn in. */
const MARK_PX = 10;
const SHAPE_PX = 14;
/** Room for names at the lines' ends; a narrow box has less. */
const LABEL_WIDTH = 128;
const NARROW_PX = 480;
const FONT = '12px system-ui, sans-serif';
const DAY_S = 86_400;
/** Between two moments that are named: a name has minutes, or days, and none comes twice. */
const STEPS_S = [60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200, DAY_S, 2 * DAY_S, 7 * DAY_S, 30 * DAY_S];

export function createPlot(box: HTMLElement, first: Lines, height: number): Plot {
  let [lines, lookedAt]: [Lines, number | null] = [first, null];
  const style = getComputedStyle(box);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const colourOf = (at: number): string =>
    colour(lines.lines[at]?.isHold === false ? `line-${lookOf(lines.lines[at].key).colour}` : 'dim');
  const room = box.clientWidth < NARROW_PX ? LABEL_WIDTH * 0.7 : LABEL_WIDTH;

  const draw = (plot: uPlot): void => {
    plot.ctx.save();
    if (lookedAt !== null) drawMoment(plot, lookedAt, colour('text'));
    drawNames(plot, lines, colourOf, room);
    plot.ctx.restore();
  };

  const axis = {
    stroke: () => colour('dim'),
    grid: { stroke: () => colour('line'), width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  const plot = new uPlot(
    {
      width: Math.max(1, box.clientWidth),
      height,
      padding: [8, room, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true }, y: { range: (_, low, high) => rangeOf(low, high) } },
      axes: [
        {
          ...axis,
          size: 28,
          space: 70,
          incrs: STEPS_S,
          values: (_, times) => times.map((time) => timeLabel(time, lines)),
        },
        { ...axis, size: 58, values: (_, values) => values.map(percentLabel(values)) },
      ],
      series: [
        {},
        ...lines.lines.map(({ isHold, key }, at) => ({
          stroke: () => colourOf(at),
          width: isHold ? 1.5 : 2,
          dash: [...(isHold ? HOLD_DASH : DASHES[lookOf(key).dash]!)],
          points: { show: false },
          spanGaps: true,
        })),
      ],
      hooks: { draw: [draw] },
    },
    dataOf(lines),
    box,
  );
  const sized = new ResizeObserver(() => plot.setSize({ width: Math.max(1, box.clientWidth), height }));
  sized.observe(box);
  const stop = repaints(plot);
  return {
    show(next, at) {
      [lines, lookedAt] = [next, at === null ? null : at / 1_000];
      plot.setData(dataOf(next));
    },
    remove() {
      sized.disconnect();
      stop();
      plot.destroy();
    },
  };
}

/** Paints it in the colours of every theme that is chosen from now on; what ends that. */
function repaints(plot: uPlot): () => void {
  return effect(() => {
    void [isDark.value, settings.value];
    plot.redraw(false);
  });
}

/** A line through a moment, epoch seconds. */
function drawMoment(plot: uPlot, moment: number, colour: string): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(moment, 'x', true);
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
}

/** The mark and the name of each line at its end. @param room for the longest of them, CSS pixels */
function drawNames(plot: uPlot, { lines }: Lines, colourOf: (at: number) => string, room: number): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.font = `${12 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const ends = lines.map(({ values }) => plot.valToPos(values.findLast((value) => value !== null) ?? 0, 'y', true));
  const places = spreadLabels(
    ends.map((y) => y - bbox.top),
    LABEL_PX * ratio,
    bbox.height,
  );
  for (const [at, { key, name, isHold }] of lines.entries()) {
    ctx.fillStyle = colourOf(at);
    const [x, y] = [bbox.left + bbox.width + 6 * ratio, bbox.top + (places[at] ?? 0)];
    if (!isHold) drawMark(ctx, SHAPES[lookOf(key).shape], x, y);
    const text = middleCut(name, (one) => ctx.measureText(one).width <= (room - 12 - MARK_PX) * ratio);
    ctx.fillText(text, x + (isHold ? 0 : (MARK_PX + 4) * ratio), y);
  }
}

/** An agent's shape, its middle left at a height. */
function drawMark(ctx: CanvasRenderingContext2D, shape: string | undefined, x: number, y: number): void {
  const scale = (MARK_PX / SHAPE_PX) * devicePixelRatio;
  ctx.save();
  ctx.translate(x, y - (MARK_PX / 2) * devicePixelRatio);
  ctx.scale(scale, scale);
  const path = new Path2D(shape);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is filled, no array
  ctx.fill(path);
  ctx.restore();
}

function dataOf({ t, lines }: Lines): uPlot.AlignedData {
  return [[...t], ...lines.map(({ values }) => [...values])];
}

/** Some room above and below, also around a flat line. */
function rangeOf(low: number | null, high: number | null): [number, number] {
  const [from, to] = [low ?? 0, high ?? 0];
  const margin = Math.max((to - from) * 0.08, 0.005);
  return [from - margin, to + margin];
}

function percentLabel(all: readonly number[]): (value: number) => string {
  const step = Math.abs((all[1] ?? 1) - (all[0] ?? 0));
  const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;
  const decimals = [0, 1, 2].find((places) => isWhole(step * 10 ** places)) ?? 3;
  return (value) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(decimals)}%`;
}

/** The time, or the day where the lines go over several. */
function timeLabel(seconds: number, { t }: Lines): string {
  const { date, time } = partsOf(seconds * 1_000, settings.value.utc);
  return (t.at(-1) ?? 0) - (t[0] ?? 0) > 2 * DAY_S ? date.slice(5) : time.slice(0, 5);
}
