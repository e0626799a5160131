/** Parts of both pages that stand alone. */
import { cut, marked } from '../format/raw-text.ts';
import { timeText } from '../format/time.ts';
import { contestFault, contestInfo } from '../live/board.ts';
import { lostAtMs, retrySeconds } from '../live/connection.ts';
import { notReady } from '../live/service.ts';
import { timeLeft } from '../pages/board/phase-bar.tsx';
import { words } from '../words/words.ts';
import { shownTitle } from './shown.ts';

const LONGEST_TITLE = 120;
/** Beyond this it is written smaller in a hall. */
const LONG_TITLE = 26;

/** Text from a caller, cut without a way to the rest: nobody can press anything in a hall. */
export function Plain({ text, limit = LONGEST_TITLE }: { readonly text: string; readonly limit?: number }) {
  const isCut = text.length > limit;
  return <bdi dir="auto">{marked(cut(text, limit)) + (isCut ? '…' : '')}</bdi>;
}

/** The contest, its phase and its countdown; or why there is none. */
export function Title({ id }: { readonly id: string | null }) {
  const { board: text } = words.value;
  const title = shownTitle();
  if (id === null) return <h1>{text.screen.none}</h1>;
  if (contestFault.value !== null) return <h1>{text.noSuch}</h1>;
  const isLong = title.length > LONG_TITLE;
  return <h1 data-long={isLong ? '' : undefined}>{title === '' ? id : <Plain text={title} />}</h1>;
}

export function Phase() {
  const { phase } = words.value;
  const info = contestInfo.value;
  if (info === null) return null;
  return (
    <p class="screen-phase" data-phase={info.phase}>
      <strong>{phase[info.phase] ?? info.phase}</strong> <span>{timeLeft()}</span>
    </p>
  );
}

/** Says that what is shown is old, and since when. */
export function Lost() {
  const { shell, errors } = words.value;
  const seconds = retrySeconds.value;
  const text =
    notReady.value !== null
      ? errors.recovering(notReady.value)
      : lostAtMs.value === null
        ? null
        : `${shell.asOf(timeText(lostAtMs.value))}${seconds === null ? '' : ` · ${shell.retryIn(seconds)}`}`;
  return text === null ? null : (
    <p class="screen-lost" role="status">
      {text}
    </p>
  );
}
