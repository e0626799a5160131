/**
 * The team's threads, as far as it is disclosed: the newest as they come, and older ones when they are asked
 * for.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ContestTeamAnswer } from '../../../client/index.ts';
import { distance } from '../../format/time.ts';
import { listenToActivity } from '../../live/activity-feed.ts';
import { board } from '../../live/board.ts';
import { publicClient } from '../../base/rest.ts';
import { type RoundTrip, roundTripsOf } from '../../live/round-trips.ts';
import { type ActivityRow, type Thread, Threads } from '../../live/threads.ts';
import { Empty, Panel } from '../../parts/panel.tsx';
import { ThreadCard } from '../live/thread.tsx';
import { words } from '../../words/words.ts';
import { TeamTrades } from './team-trades.tsx';

/** As many as one question takes: a trade is one only with all of its fills. */
const PAGE = 200;
/** Cards that are drawn before older ones are asked for. */
const CARDS = 40;
/** More than anybody asks for, a page at a time. */
const ROWS_KEPT = 10_000;

let threads = new Threads(ROWS_KEPT);
let oldest: string | null = null;
const shown = signal<readonly Thread[]>([]);
const trips = signal<readonly RoundTrip[]>([]);
const hasOlder = signal(false);
const most = signal(CARDS);

interface ThreadsProps {
  readonly id: string;
  readonly team: string;
  readonly answer: ContestTeamAnswer | null;
}

export function TeamThreads({ id, team, answer }: ThreadsProps) {
  const { team: text } = words.value;
  useEffect(() => {
    forget();
    const stop = listenToActivity((rows, isWhole) => {
      // Of what was missed, the newest rows of all say nothing.
      if (isWhole) void read(id, team, null, true);
      else add(rows.filter((row) => row.contest === id && row.team === team));
    });
    return () => {
      stop();
      forget();
    };
  }, [id, team]);
  useEffect(() => void read(id, team, null), [id, team, board.value?.at]);
  const isCut = shown.value.length > most.value;
  return (
    <>
      {answer?.disclosure.what === 'none' ? null : <TeamTrades trips={trips.value} hasOlder={hasOlder.value} />}
      <Panel title={text.threads}>
        {answer === null ? null : <Disclosed disclosure={answer.disclosure} />}
        {shown.value.length > 0 ? <p class="dim">{text.resultsSum}</p> : null}
        {shown.value.length === 0 && answer !== null && answer.disclosure.what !== 'none' ? (
          <Empty text={text.noThreads} />
        ) : null}
        {shown.value.slice(0, most.value).map((thread) => (
          <ThreadCard key={thread.key} thread={thread} />
        ))}
        {isCut || hasOlder.value ? (
          <button type="button" onClick={() => older(id, team)}>
            {text.older}
          </button>
        ) : null}
      </Panel>
    </>
  );
}

function Disclosed({ disclosure: { what, delayMs } }: Pick<ContestTeamAnswer, 'disclosure'>) {
  const { team: text } = words.value;
  return (
    <p class="dim">
      {text.disclosure[what] ?? what} {delayMs > 0 && what !== 'none' ? text.delayed(distance(delayMs)) : ''}
    </p>
  );
}

async function read(contest: string, team: string, before: string | null, isAfterLoss = false): Promise<void> {
  const mine = threads;
  const found = await publicClient
    .activity({ contest, team, limit: PAGE, ...(before === null ? {} : { before }) })
    .catch(() => null);
  if (found === null || mine !== threads) return;
  const rows = found.list as readonly ActivityRow[];
  const isOldest = before === null ? threads.takeNewest(rows, !found.nextPage, isAfterLoss) || oldest === null : true;
  if (isOldest) [oldest, hasOlder.value] = [found.list.at(-1)?.id ?? oldest, found.nextPage];
  add(before === null ? [] : rows);
}

/** More of what is known, and where that is not enough, what is older. */
function older(id: string, team: string): void {
  most.value += CARDS;
  if (shown.value.length < most.value && hasOlder.value) void read(id, team, oldest);
}

function add(rows: readonly ActivityRow[]): void {
  threads.take(rows);
  shown.value = threads.newest;
  trips.value = roundTripsOf(threads.rows);
}

function forget(): void {
  threads = new Threads(ROWS_KEPT);
  [oldest, shown.value, trips.value, hasOlder.value, most.value] = [null, [], [], false, CARDS];
}
