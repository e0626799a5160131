/** The contest's board, and a turn in a rehearsal. Names and titles are others' texts: data, whatever they say. */
import type { Answers } from '../../client/wire/index.ts';
import { input, text, texts, whole } from '../schema.ts';
import { type Asking, type Given, iso, optional, type Tool, ToolRefusal } from '../tool.ts';

const ROWS_SHOWN = 20;
const PHASES = ['live', 'registration', 'review', 'final'];
/** The exchange answers after a minute of its own at the latest. */
const TURN_TIMEOUT_MS = 75_000;
const REHEARSAL = '/capi/v2/rehearsal';

type Listed = Answers['contestList']['list'][number];

function shownOf(list: readonly Listed[], wanted: string | undefined): Listed {
  const found =
    wanted === undefined
      ? PHASES.map((phase) => list.findLast((one) => one.phase === phase)).find((one) => one !== undefined)
      : list.find(({ contest }) => contest === wanted);
  if (found !== undefined) return found;
  const ids = list.map(({ contest }) => contest).join(', ');
  throw new ToolRefusal(
    `there is no contest ${wanted ?? 'to show'}`,
    ids === '' ? 'trade all the same' : `there are ${ids}`,
  );
}

async function board({ call }: Asking, given: Given): Promise<object> {
  const contest = shownOf((await call('contestList')).list, optional(given, 'contest'));
  const { at, rows, unranked, hidden } = await call('contestLeaderboard', { id: contest.contest });
  return {
    contest: contest.contest,
    title: contest.title,
    phase: contest.phase,
    ends: iso(contest.endMs),
    sampled: at === 0 ? null : iso(at),
    ...(hidden ? { hidden: 'the board is shown again at the end' } : {}),
    teams: rows.length + unranked.length,
    rows: rows.slice(0, ROWS_SHOWN).map((row) => ({
      rank: row.rank,
      team: row.team,
      name: row.name,
      pnl_usdt: row.pnl,
      return_percent: Number(row.return8) / 1e6,
      drawdown_percent: row.mddPpm / 1e4,
      covered_percent: row.coveredPpm / 1e4,
      verdict: row.verdict,
    })),
  };
}

async function pass({ client, options }: Asking, given: Given): Promise<object> {
  const { barrier, until_ms: untilMs, thought_ms: thoughtMs, wake_on: wakeOn } = given;
  const body = barrier === undefined ? {} : { barrier, untilMs, thoughtMs, wakeOn };
  const path = `${REHEARSAL}/${barrier === undefined ? 'join' : 'pass'}`;
  const { answer } = await client.post<Record<string, unknown>>(path, body, { ...options, timeoutMs: TURN_TIMEOUT_MS });
  const { state, virtualMs, reason, fills, equity } = answer;
  return {
    state,
    barrier: answer['barrier'],
    now: iso(Number(virtualMs)),
    ...(state === 'waiting' ? { next: 'call again with the same barrier' } : { reason, fills, equity_usdt: equity }),
  };
}

export const CONTEST_TOOLS: readonly Tool[] = [
  {
    name: 'contest_get_board',
    module: 'contest',
    about: 'The board of a contest: ranks, profit, drawdown, coverage. Use it to see where you stand.',
    input: input({ contest: text('its id; default the one that runs') }),
    isPublic: true,
    isRead: true,
    run: board,
  },
  {
    name: 'rehearsal_pass',
    module: 'rehearsal',
    about:
      'In a rehearsal in lockstep only: ends your turn and answers when the next begins. First without barrier, which joins.',
    input: input({
      barrier: whole('of the last answer'),
      until_ms: whole('epoch ms to be woken at'),
      thought_ms: whole(),
      wake_on: texts('fill, liquidation, price:SYMBOL:PERCENT'),
    }),
    run: pass,
  },
];
