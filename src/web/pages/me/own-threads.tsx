/**
 * The latest threads of the visitor's agent.
 */
import { useEffect } from 'preact/hooks';
import { followOwnActivity, ownThreads } from '../../live/own-activity.ts';
import { followFills } from '../../live/own-fills.ts';
import { Empty, Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';
import { ThreadCard } from '../live/thread.tsx';

export function OwnThreads() {
  const { me } = words.value;
  useEffect(() => {
    const stops = [followFills(), followOwnActivity()];
    return () => stops.forEach((stop) => stop());
  }, []);
  const threads = ownThreads.value;
  return (
    <Panel title={me.threads} class="own-threads">
      {threads === null ? <Skeleton rows={6} /> : null}
      {threads?.length === 0 ? <Empty text={me.noThreads} /> : null}
      {threads?.map((thread) => (
        <ThreadCard key={thread.key} thread={thread} />
      ))}
    </Panel>
  );
}
