/**
 * Lines over the time of a run, with their scale beside them, in a line of text, and as a table. It is as wide as its
 * box; nothing in it depends on colour alone.
 */
import type { ComponentChildren } from 'preact';
import { momentText } from '../../format/time.ts';
import { areaOf, decimalsOf, type Frame, frameOf, HEIGHT, lineOf, ticksOf, WIDTH, yOf } from '../../live/picture.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SCALE_PX = 76;
const TABLE_ROWS = 24;
/** A run whose times have seconds. */
const SHORT_MS = 600_000;

export interface PictureLine {
  readonly name: string;
  readonly values: readonly number[];
  readonly look: 'up' | 'down' | 'text';
  readonly isDashed?: boolean;
  readonly isArea?: boolean;
}

interface PictureProps {
  readonly name: string;
  readonly title: string;
  readonly times: readonly number[];
  readonly lines: readonly [PictureLine, ...PictureLine[]];
  readonly said: (value: number, decimals: number) => string;
  /** More to draw, and its key. */
  readonly marks?: (frame: Frame) => ComponentChildren;
  readonly keys?: ComponentChildren;
}

export function Picture({ name, title, times, lines, said, marks, keys }: PictureProps) {
  const frame = frameOf(
    times,
    lines.flatMap(({ values }) => values),
  );
  const ticks = ticksOf(frame);
  const decimals = decimalsOf(ticks);
  const middle = times[Math.floor(times.length / 2)] ?? 0;
  return (
    <Panel title={title}>
      <figure class="picture" data-picture={name}>
        <div class="picture-room">
          <svg width={SCALE_PX} height={HEIGHT} aria-hidden="true">
            {ticks.map((tick) => (
              <text key={tick} x={SCALE_PX - 8} y={yOf(frame, tick) + 4} text-anchor="end">
                {said(tick, decimals)}
              </text>
            ))}
          </svg>
          <svg
            class="picture-lines"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            height={HEIGHT}
            preserveAspectRatio="none"
            role="img"
            aria-label={title}
          >
            {ticks.map((tick) => (
              <path key={tick} class="picture-grid" d={`M0 ${yOf(frame, tick)}H${WIDTH}`} />
            ))}
            {lines.map(({ name: key, values, look, isDashed = false, isArea = false }) => (
              <g key={key} class={`picture-${look}`}>
                {isArea ? <path class="picture-area" d={areaOf(frame, times, values)} /> : null}
                <path d={lineOf(frame, times, values)} stroke-dasharray={isDashed ? '6 4' : undefined} />
              </g>
            ))}
            {marks?.(frame)}
          </svg>
        </div>
        <p class="picture-times dim" aria-hidden="true">
          {[times[0] ?? 0, middle, times.at(-1) ?? 0].map((ms, nth) => (
            <span key={nth}>{momentText(ms).slice(0, frame.toMs - frame.fromMs < SHORT_MS ? -4 : -7)}</span>
          ))}
        </p>
        <figcaption>
          {keys}
          <Summary lines={lines} said={said} />
          <AsTable title={title} times={times} lines={lines} said={said} />
        </figcaption>
      </figure>
    </Panel>
  );
}

const FINE = 2;
type Said = Pick<PictureProps, 'lines' | 'said'>;

/** Of each line its last value, its lowest and its highest. */
function Summary({ lines, said }: Said) {
  const { rehearsal: text } = words.value;
  return (
    <>
      {lines.map(({ name, values, isDashed = false, look }) => {
        const [least, most] = values.reduce(
          ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
          [values[0] ?? 0, values[0] ?? 0],
        );
        const [last, low, high] = [values.at(-1) ?? 0, least, most].map((value) => said(value, FINE));
        return (
          <p key={name}>
            <svg class={`picture-key picture-${look}`} width="24" height="8" aria-hidden="true">
              <path d="M0 4H24" stroke-dasharray={isDashed ? '6 4' : undefined} />
            </svg>{' '}
            {name}: {text.summary(last!, low!, high!)}
          </p>
        );
      })}
    </>
  );
}

function AsTable({ title, times, lines, said }: Said & Pick<PictureProps, 'title' | 'times'>) {
  const { rehearsal: text } = words.value;
  const every = Math.max(1, Math.ceil(times.length / TABLE_ROWS));
  const rows = times.map((_, at) => at).filter((at) => at === times.length - 1 || at % every === 0);
  return (
    <details>
      <summary>{text.asTable}</summary>
      <div class="picture-table" tabIndex={0} role="group" aria-label={title}>
        <table>
          <caption class="hidden-text">{title}</caption>
          <thead>
            <tr>
              {[text.time, ...lines.map(({ name }) => name)].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((at) => (
              <tr key={at}>
                <th scope="row">{momentText(times[at] ?? 0).slice(0, -4)}</th>
                {lines.map(({ name, values }) => (
                  <td key={name}>{said(values[at] ?? 0, FINE)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
