/**
 * What everybody has to know: phases, outages, verdicts, each with its leaf. The contest's own are read first; whatever
 * happens from then on comes with the stream.
 */
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { to } from '../../base/router.ts';
import { shownNotices } from '../../live/activity.ts';
import { notices, readNotices } from '../../live/contest-page.ts';
import { Notice, type NoticeRow } from '../../parts/notice.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 5;
const TO_ALL: readonly string[] = ['contest', 'phase', 'outage', 'verdict'];

export function Notices() {
  const { live, board } = words.value;
  const { contest } = app.value;
  useEffect(() => {
    if (contest !== null) void readNotices(contest);
  }, [contest]);
  const rows = newest();
  return (
    <Panel
      title={live.notices}
      aside={contest === null ? undefined : <a href={to(`/board/${contest}`)}>{board.allNotices}</a>}
    >
      {rows.length === 0 ? (
        <Empty text={live.noNotices} />
      ) : (
        <ul class="notices">
          {rows.map((row) => (
            <li key={row.index}>
              <Notice notice={row} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Both sources, each leaf once. */
function newest(): readonly NoticeRow[] {
  const told = shownNotices.value.flatMap(({ t, kind, index, text }) =>
    index == null ? [] : [{ t, kind, index, text: text ?? '' }],
  );
  const all = new Map([...notices.value, ...told].map((one) => [one.index, one]));
  return [...all.values()]
    .filter(({ kind }) => TO_ALL.includes(kind))
    .toSorted((a, b) => b.index - a.index)
    .slice(0, SHOWN);
}
