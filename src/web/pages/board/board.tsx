/**
 * The leaderboard of a contest, as of its newest sample or of an earlier moment.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestLeaderboardAnswer, ContestNoticesAnswer } from '../../../client/index.ts';
import { app } from '../../app/app-json.ts';
import { path, query, to } from '../../app/router.ts';
import { whole } from '../../format/number.ts';
import { countdown } from '../../format/time.ts';
import { board, contestInfo, followBoard } from '../../live/board.ts';
import { nowSecond } from '../../live/clock.ts';
import { publicClient } from '../../live/connection.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import { BoardTable } from './board-table.tsx';
import './board.css';

/** The board of an earlier moment; null: of now. */
const earlier = signal<ContestLeaderboardAnswer | null>(null);
const notices = signal<ContestNoticesAnswer>([]);
const fault = signal<unknown>(null);

export function BoardPage() {
  const { board: text } = words.value;
  const id = path.value.split('/')[2] ?? app.value.contest;
  const at = query.value.get('at');
  useEffect(() => followBoard(id), [id]);
  useEffect(() => {
    [earlier.value, fault.value] = [null, null];
    if (id === null || at === null) return;
    publicClient.contestLeaderboard({ id, at }).then(
      (answer) => (earlier.value = answer),
      (error: unknown) => (fault.value = error),
    );
  }, [id, at]);
  useEffect(() => {
    if (id === null) return;
    publicClient.contestNotices({ id }).then(
      (rows) => (notices.value = rows),
      () => undefined,
    );
  }, [id, contestInfo.value?.phase]);
  if (id === null)
    return (
      <div>
        <h1>{text.title}</h1>
        <Empty text={text.none} />
      </div>
    );
  const shown = earlier.value ?? board.value;
  return (
    <div class="board">
      <PhaseBar id={id} />
      {fault.value === null ? null : <Fault error={fault.value} />}
      <Panel
        title={text.title}
        aside={
          shown === null ? undefined : (
            <span>
              {text.asOf} <Time ms={shown.at} />
            </span>
          )
        }
      >
        {shown?.hidden ? (
          <p class="warn">
            {text.hidden} <Time ms={shown.at} />
          </p>
        ) : null}
        {shown === null || shown.rows.length === 0 ? <Empty text={text.noRows} /> : <BoardTable board={shown} />}
        {shown !== null && shown.unranked.length > 0 ? <Unranked board={shown} /> : null}
        <p class="dim board-ties">{text.ties}</p>
      </Panel>
      <Panel title={text.notices}>
        <ul class="board-notices">
          {notices.value.map((notice) => (
            <li key={notice.index}>
              <Time ms={notice.t} /> {words.value.kind[notice.kind] ?? notice.kind}{' '}
              <RawText text={notice.text} limit={300} />{' '}
              <a href={to(`/log/${notice.index}`)}>
                {words.value.live.leaf} {whole(notice.index)}
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function PhaseBar({ id }: { readonly id: string }) {
  const { board: text, phase } = words.value;
  const info = contestInfo.value;
  const title = info?.config['title'];
  const [starts, ends] = [Number(info?.config['startMs'] ?? 0), Number(info?.config['endMs'] ?? 0)];
  const now = nowSecond.value;
  return (
    <header class="board-head">
      <h1>{typeof title === 'string' ? <RawText text={title} limit={80} /> : id}</h1>
      <span class="board-phase">{phase[info?.phase ?? ''] ?? info?.phase ?? ''}</span>
      <span>
        {starts > now ? text.starts(countdown(starts - now)) : ends > now ? text.ends(countdown(ends - now)) : ''}
      </span>
    </header>
  );
}

function Unranked({ board: { unranked } }: { readonly board: ContestLeaderboardAnswer }) {
  return (
    <p class="board-unranked">
      <strong>{words.value.board.unranked}:</strong>{' '}
      {unranked.map(({ team, name, reason }) => (
        <span key={team}>
          <RawText text={name} limit={40} /> – <RawText text={reason} limit={120} />{' '}
        </span>
      ))}
    </p>
  );
}
