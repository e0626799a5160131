/** Lines with the library that draws them loaded when there is something to draw; their room is there before. */
import { lazy } from './lazy.tsx';
import { words } from '../words/words.ts';
import type { ReturnLinesProps } from './return-lines.tsx';
import './lazy-lines.css';

/** Of what stands below the lines, pixels. */
const BELOW = 28;
const Drawn = lazy<ReturnLinesProps>(() => import('./return-lines.tsx').then((part) => part.ReturnLines));

export function LazyLines(props: ReturnLinesProps) {
  const { lines, height } = props;
  const isSoon = lines.t.length < 2;
  return (
    <div class="lines-room">
      <svg width="1" height={height + BELOW} aria-hidden="true" />
      {isSoon ? null : <Drawn {...props} />}
      {!isSoon || lines.lines.length === 0 ? null : <p class="lines-soon dim">{words.value.board.linesSoon}</p>}
    </div>
  );
}
