/** Notices that became public about the contest, newest first. */
import { notices } from '../../live/contest-page.ts';
import { Notice, pinnedFirst } from '../../parts/notice.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 100;

export function BoardNotices() {
  const { board: text, live } = words.value;
  return (
    <Panel title={text.notices}>
      {notices.value.length === 0 ? (
        <Empty text={live.noNotices} />
      ) : (
        <ul class="board-notices">
          {pinnedFirst(notices.value)
            .slice(0, SHOWN)
            .map((notice) => (
              <li key={notice.index}>
                <Notice notice={notice} />
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}
