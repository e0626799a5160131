/**
 * Notices: phases, outages, verdicts, each with its leaf. The contest's own are read first; whatever
 * happens from then on comes with the stream.
 */
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { to } from '../../base/router.ts';
import { shownNotices } from '../../live/activity.ts';
import { notices, readNotices } from '../../live/contest-page.ts';
import { Notice, type NoticeRow, pinnedFirst } from '../../parts/notice.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 5;
const TO_ALL: readonly string[] = ['contest', 'phase', 'outage', 'verdict', 'notice'];

export function Notices() {
  const { live, board } = words.value;
  const { contest } = app.value;
  useEffect(() => {
    if (contest !== null) void readNotices(contest);
  }, [contest, newestOwn()]);
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
  const told = shownNotices.value.flatMap(({ t, kind, index, text, says }) =>
    // An organiser's notice may have been changed since: it is read with all that stands.
    index == null || kind === 'notice' ? [] : [{ t, kind, index, text: text ?? '', says: says ?? {} }],
  );
  const all = new Map<number, NoticeRow>([...told, ...notices.value].map((one) => [one.index, one]));
  const newestFirst = [...all.values()]
    .filter(({ kind }) => TO_ALL.includes(kind))
    .toSorted((a, b) => b.index - a.index);
  return pinnedFirst(newestFirst).slice(0, SHOWN);
}

/** The newest leaf of what an organiser said or changed, as far as the stream told. */
function newestOwn(): number {
  return Math.max(-1, ...shownNotices.value.map(({ kind, index }) => (kind === 'notice' ? (index ?? -1) : -1)));
}
