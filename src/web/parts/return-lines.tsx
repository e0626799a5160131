/**
 * Returns as lines: the best teams, those a visitor wants beside them, and holding the first contract. Each in the
 * colour of its agent, whose mark and name stand at the line's end; and the same as a table.
 */
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../base/settings.ts';
import { NONE, returnText } from '../format/number.ts';
import type { Line, Lines } from '../live/lines.ts';
import { words } from '../words/words.ts';
import { createPlot, type Plot } from './plot.ts';
import { RawText } from './raw-text.tsx';
import { Time } from './figures.tsx';
import './agent.css';
import './return-lines.css';

const TABLE_ROWS = 24;
const E8_OF_PERCENT = 1e6;

export interface ReturnLinesProps {
  readonly lines: Lines;
  /** Epoch ms of the moment that is looked at; null: now. */
  readonly at: number | null;
  readonly height: number;
}

export function ReturnLines({ lines, at, height }: ReturnLinesProps) {
  const { board } = words.value;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const shape = lines.lines.map(({ key }) => key).join();
  const { theme, colours, utc } = settings.value;
  useEffect(() => {
    const made = createPlot(box.current as HTMLElement, lines, height);
    plot.current = made;
    return () => made.remove();
  }, [shape, height, theme, colours, utc]);
  useEffect(() => plot.current?.show(lines, at), [lines, at]);
  return (
    <figure class="return-lines">
      <div ref={box} class="return-lines-plot" data-lines={lines.lines.length} role="img" aria-label={board.lines} />
      <figcaption>
        <Summary lines={lines.lines} />
        <details>
          <summary>{board.asTable}</summary>
          <LineTable lines={lines} />
        </details>
      </figcaption>
    </figure>
  );
}

/** Every line's value now, its lowest and its highest. */
function Summary({ lines }: { readonly lines: readonly Line[] }) {
  const { board } = words.value;
  return (
    <p class="hidden-text">
      {lines.map(({ key, name, values }) => {
        const known = values.filter((value) => value !== null);
        return (
          <span key={key}>
            <RawText text={name} limit={40} />: {said(known.at(-1))}, {board.lowest} {said(least(known))},{' '}
            {board.highest} {said(most(known))}.{' '}
          </span>
        );
      })}
    </p>
  );
}

function LineTable({ lines: { t, lines } }: { readonly lines: Lines }) {
  const { board } = words.value;
  const every = Math.max(1, Math.ceil(t.length / TABLE_ROWS));
  const rows = t.map((_, at) => at).filter((at) => at === t.length - 1 || at % every === 0);
  return (
    <div class="return-lines-table" tabIndex={0} role="group" aria-label={board.lines}>
      <table>
        <caption class="hidden-text">{board.lines}</caption>
        <thead>
          <tr>
            <th scope="col">{board.time}</th>
            {lines.map(({ key, name }) => (
              <th key={key} scope="col" class="right">
                <RawText text={name} limit={40} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((at) => (
            <tr key={t[at]}>
              <th scope="row">
                <Time ms={(t[at] ?? 0) * 1_000} />
              </th>
              {lines.map(({ key, values }) => (
                <td key={key} class="right">
                  {said(values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function said(value: number | null | undefined): string {
  return value == null ? NONE : returnText(String(Math.round(value * E8_OF_PERCENT)));
}

function least(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

function most(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}
