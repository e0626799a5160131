/**
 * The stream of threads. It is held while a pointer or the focus is in it, and counts what is waiting.
 */
import { signal } from '@preact/signals';
import { held, holdStream, isPaused, shownThreads, togglePause } from '../../live/activity.ts';
import type { Thread } from '../../live/threads.ts';
import { isActivityRead } from '../../live/activity-feed.ts';
import { leaves } from '../../live/log-head.ts';
import { BringBot } from '../../parts/bring-bot.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { Sealed } from './sealed.tsx';
import { ThreadCard } from './thread.tsx';
import './stream.css';

/** The threads looked at: all, those with a reason, or those of an agent. */
const wanted = signal('all');
const OF_AGENT = 'agent ';
const SEALED_SHOWN = 30;

export function Stream() {
  const { live } = words.value;
  const threads = shownThreads.value.filter(isWanted);
  const { isHeld, waiting } = held.value;
  const hold = (isHeld: boolean): void => {
    if (!isPaused.value && held.value.isHeld !== isHeld) holdStream(isHeld);
  };
  return (
    <section class="stream" aria-label={`${live.said} · ${live.done}`}>
      <header class="stream-head">
        <h2>{live.said}</h2>
        <h2>{live.done}</h2>
        <div class="stream-tools">
          {isHeld && waiting > 0 ? <span class="dim">{live.waiting(waiting)}</span> : null}
          <Filter />
          <button type="button" aria-pressed={isPaused.value} onClick={togglePause}>
            {isPaused.value ? live.go : live.pause}
          </button>
        </div>
      </header>
      <div
        class="stream-list"
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocusCapture={() => hold(true)}
        onBlurCapture={() => hold(false)}
      >
        {threads.length > 0
          ? threads.map((thread) => <ThreadCard key={thread.key} thread={thread} />)
          : isActivityRead.value && <Nothing />}
      </div>
    </section>
  );
}

function isWanted({ log, order, fills }: Thread): boolean {
  if (wanted.value === 'all') return true;
  if (wanted.value === 'reason') return log !== null;
  return wanted.value === OF_AGENT + (log?.name ?? order?.name ?? fills[0]?.name ?? '');
}

function Filter() {
  const { live } = words.value;
  const names = [...new Set(shownThreads.value.map(({ log, order }) => log?.name ?? order?.name ?? ''))];
  return (
    <select
      aria-label={live.filter}
      value={wanted.value}
      onChange={({ currentTarget }) => (wanted.value = currentTarget.value)}
    >
      <option value="all">{live.all}</option>
      <option value="reason">{live.withReason}</option>
      {names
        .filter((name) => name !== '')
        .toSorted()
        .map((name) => (
          <option key={name} value={OF_AGENT + name}>
            {name}
          </option>
        ))}
    </select>
  );
}

/** Nothing is disclosed: the log's own stream shows that something happens all the same. */
function Nothing() {
  const { live } = words.value;
  const sealed = leaves.value.filter(({ k }) => k === 'ailog' || k === 'order').slice(0, SEALED_SHOWN);
  if (sealed.length > 0) return sealed.map((leaf) => <Sealed key={leaf.index} leaf={leaf} />);
  return (
    <Empty text={live.empty}>
      <BringBot />
    </Empty>
  );
}
