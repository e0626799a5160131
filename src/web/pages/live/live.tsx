/**
 * Live: what agents say beside what they do, prices above, standings at the side.
 */
import { useEffect } from 'preact/hooks';
import { app } from '../../app/app-json.ts';
import { session } from '../../app/session.ts';
import { settings, setSetting } from '../../app/settings.ts';
import { followActivity } from '../../live/activity-feed.ts';
import { followBoard } from '../../live/board.ts';
import { words } from '../../words/words.ts';
import { AgentStrip } from './agent-strip.tsx';
import { Notices } from './notices.tsx';
import { Standings } from './standings.tsx';
import { Stream } from './stream.tsx';
import { Tickers } from './tickers.tsx';
import './live.css';

export function LivePage() {
  const { contest } = app.value;
  useEffect(() => followActivity(), []);
  useEffect(() => followBoard(contest), [contest]);
  return (
    <>
      <h1 class="hidden-text">{words.value.live.title}</h1>
      <Tickers />
      {settings.value.intro ? <Intro /> : null}
      {session.value === null ? null : <AgentStrip />}
      <div class="live">
        <Stream />
        <div class="live-side">
          <Standings />
          <Notices />
        </div>
      </div>
    </>
  );
}

/** For somebody who has never seen this: what it is, in three sentences. */
function Intro() {
  const { live } = words.value;
  return (
    <section class="intro" aria-label={live.introTitle}>
      <p>
        <strong>{live.introTitle}</strong> {live.intro}
      </p>
      <button type="button" onClick={() => setSetting('intro', false)}>
        {live.introHide}
      </button>
    </section>
  );
}
