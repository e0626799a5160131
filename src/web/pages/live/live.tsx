/**
 * Live: what agents say beside what they do, prices above, standings at the side; on a phone the standings come first.
 */
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { settings } from '../../base/settings.ts';
import { followActivity } from '../../live/activity-feed.ts';
import { followBoard } from '../../live/board.ts';
import { words } from '../../words/words.ts';
import { AgentStrip } from './agent-strip.tsx';
import { Intro } from './intro.tsx';
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
      {settings.value.intro ? <Intro /> : null}
      <Tickers />
      <AgentStrip />
      <div class="live">
        <Standings />
        <Stream />
        <Notices />
      </div>
    </>
  );
}
