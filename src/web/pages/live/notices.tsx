/**
 * What everybody has to know: phases, outages, verdicts, each with its leaf.
 */
import { to } from '../../app/router.ts';
import { whole } from '../../format/number.ts';
import { shownNotices } from '../../live/activity.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

const SHOWN = 6;

export function Notices() {
  const { live, kind } = words.value;
  const rows = shownNotices.value.slice(0, SHOWN);
  return (
    <Panel title={live.notices}>
      {rows.length === 0 ? (
        <Empty text={live.noNotices} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={`${row.kind} ${row.id}`}>
              <Time ms={row.t} /> {kind[row.kind] ?? row.kind}{' '}
              {row.explanation ? <RawText text={row.explanation} limit={200} /> : null}
              {row.index == null ? null : (
                <a href={to(`/log/${row.index}`)}>
                  {live.leaf} {whole(row.index)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
