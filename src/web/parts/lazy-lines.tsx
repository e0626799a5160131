/** Lines with the library that draws them loaded when there is something to draw; their room is there before. */
import { lazy } from './lazy.tsx';
import { words } from '../words/words.ts';
import type { ReturnLinesProps } from './return-lines.tsx';
import './lazy-lines.css';

const Drawn = lazy<ReturnLinesProps>(() => import('./return-lines.tsx').then((part) => part.ReturnLines));

export function LazyLines(props: ReturnLinesProps) {
  const { lines, height } = props;
  if (lines.t.length > 1) return <Drawn {...props} />;
  return (
    <div class="lines-room">
      <svg class="lines-wait" width="1" height={height} aria-hidden="true" />
      {lines.lines.length === 0 ? null : <p class="lines-soon dim">{words.value.board.linesSoon}</p>}
    </div>
  );
}
