/**
 * Returns over time: the best ten, those that were pinned, the visitor's own and holding the first contract; with the
 * moment that is looked at, which can be moved and played.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { board, contestInfo } from '../../live/board.ts';
import { coinOf } from '../../live/market.ts';
import { configNumber, heldSymbol, ownTeam } from '../../live/contest-page.ts';
import { type Lines, linesOf } from '../../live/lines.ts';
import { isPlaying, lookAt, lookedAt, minuteBefore, play, stopPlaying } from '../../live/past.ts';
import { MOST_LINES, Returns } from '../../live/returns.ts';
import { Time } from '../../parts/figures.tsx';
import { LazyLines } from '../../parts/lazy-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const BEST = 10;
const HEIGHT = 280;
const MINUTE_MS = 60_000;

/** Teams whose lines are drawn whatever their rank, the newest pin last. */
export const pinned = signal<readonly string[]>([]);
const returns = new Returns();

export function togglePin(team: string): void {
  pinned.value = pinned.value.includes(team) ? pinned.value.filter((one) => one !== team) : [...pinned.value, team];
}

export function BoardLines({ id }: { readonly id: string }) {
  const { board: text } = words.value;
  const teams = drawn();
  const sampleMs = board.value?.at ?? 0;
  useEffect(() => void returns.read(id, teams, sampleMs), [id, teams.join(), sampleMs]);
  useEffect(() => () => returns.forget(), [id]);
  const found = returns.shown.value;
  const names = new Map(contestInfo.value?.teams.map(({ team, name }) => [team, name]));
  const lines: Lines = found === null ? { t: [], lines: [] } : linesOf(found, names, text.hold(coinOf(heldSymbol())));
  return (
    <Panel title={text.lines} class="board-lines">
      <LazyLines lines={lines} at={lookedAt.value} height={HEIGHT} />
      <Scrubber id={id} />
    </Panel>
  );
}

/** Wanted lines first, then the best, as many as one question takes. */
function drawn(): readonly string[] {
  const known = new Set(contestInfo.value?.teams.map(({ team }) => team));
  const wanted = [ownTeam.value, ...pinned.value].filter((team) => team !== null && known.has(team)) as string[];
  const best = board.value?.rows.slice(0, BEST).map(({ team }) => team) ?? [];
  const unranked = board.value?.rows.length === 0 ? board.value.unranked.map(({ team }) => team) : [];
  return [...new Set([...wanted.slice(-MOST_LINES), ...best, ...unranked])].slice(0, MOST_LINES);
}

/** From the contest's start to its newest sample, minute by minute; its room is there before the first one. */
function Scrubber({ id }: { readonly id: string }) {
  const { board: text } = words.value;
  const starts = configNumber('startMs');
  const latest = (): number => board.value?.at ?? 0;
  const minutes = starts === null ? 0 : Math.floor((latest() - starts) / MINUTE_MS);
  if (starts === null || minutes < 1) return <div class="board-scrub" />;
  const at = lookedAt.value;
  const place = at === null ? minutes : Math.min(minutes, Math.round((at - starts) / MINUTE_MS));
  const move = (to: number): void => {
    stopPlaying();
    void lookAt(id, to >= minutes ? null : minuteBefore(starts + to * MINUTE_MS, starts));
  };
  return (
    <div class="board-scrub">
      <button type="button" data-play onClick={() => (isPlaying.value ? stopPlaying() : void play(id, starts, latest))}>
        {isPlaying.value ? `❚❚ ${text.stop}` : `▶ ${text.play}`}
      </button>
      <input
        type="range"
        aria-label={text.scrub}
        min={0}
        max={minutes}
        step={1}
        value={place}
        onInput={({ currentTarget }) => move(Number(currentTarget.value))}
      />
      <span class="board-scrub-at">{at === null ? text.now : <Time ms={at} />}</span>
      {at === null ? null : (
        <button type="button" onClick={() => move(minutes)}>
          {text.toNow}
        </button>
      )}
    </div>
  );
}
