/**
 * The contest and its progress: its phase, its countdown, its rules with their leaf, its teams and its score;
 * and which other contests there are.
 */
import { go, to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import { cut, marked } from '../../format/raw-text.ts';
import { countdown, momentText } from '../../format/time.ts';
import { contestInfo } from '../../live/board.ts';
import { nowSecond } from '../../base/clock.ts';
import { configNumber, contests, ruleset } from '../../live/contest-page.ts';
import { rulesVerdict } from '../../live/final-board.ts';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

/** The most of a title shown among others, where no element can isolate it. */
const LONGEST_TITLE = 60;

export function PhaseBar({ id }: { readonly id: string }) {
  const { board: text, phase } = words.value;
  const info = contestInfo.value;
  const title = info?.config['title'];
  const mode = (info?.config['score'] as { readonly mode?: string } | undefined)?.mode ?? '';
  return (
    <header class="board-head">
      <h1>{typeof title === 'string' ? <RawText text={title} limit={80} /> : id}</h1>
      {info === null ? null : (
        <>
          <span class="board-phase">{phase[info.phase] ?? info.phase}</span>
          {info.config['practice'] === true ? <span class="dim">{text.practice}</span> : null}
          <span>{timeLeft()}</span>
          <span>{text.teams(whole(info.teams.length))}</span>
          <span>{text.scoreBy[mode] ?? mode}</span>
          <Rules />
        </>
      )}
      <Picker id={id} />
    </header>
  );
}

/** Until it starts or ends; or when it ended. */
export function timeLeft(): string {
  const { board: text } = words.value;
  const [starts, ends] = [configNumber('startMs'), configNumber('endMs')];
  if (starts === null || ends === null) return '';
  const now = nowSecond.value;
  if (starts > now) return text.starts(countdown(starts - now));
  return ends > now ? text.ends(countdown(ends - now)) : text.ended(momentText(ends).slice(0, 16));
}

/** They are read after the rest, and have their place before: what stands below does not move. */
function Rules() {
  const { board: text, live } = words.value;
  const rules = ruleset.value;
  if (rules === null) return <span class="board-rules" />;
  const isRight = rulesVerdict.value?.index === rules.index && rulesVerdict.value.verdict.is === 'right';
  return (
    <span class="board-rules">
      {text.rules} <code title={rules.sha256}>{rules.sha256.slice(0, 4)}…</code> {text.frozen}{' '}
      <a href={to(`/log/${rules.index}`)}>
        {live.leaf} {whole(rules.index)}
      </a>
      {isRight ? (
        <span class="ok" title={`${text.rulesChecked} ${rules.sha256}`}>
          {' '}
          ✓
        </span>
      ) : null}
    </span>
  );
}

/** Another contest, when there are several. */
function Picker({ id }: { readonly id: string }) {
  const { board: text, phase } = words.value;
  if (contests.value.length < 2) return null;
  return (
    <select
      class="board-picker"
      aria-label={text.contest}
      value={id}
      onChange={({ currentTarget }) => go(`/board/${currentTarget.value}`)}
    >
      {contests.value.toReversed().map(({ contest, title, phase: of }) => (
        <option key={contest} value={contest}>
          {`${marked(cut(title, LONGEST_TITLE))} · ${phase[of] ?? of}`}
        </option>
      ))}
    </select>
  );
}
