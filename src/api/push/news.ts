/**
 * The public channels that tell what a read of REST answers, as it changes: activity, the boards of contests and the
 * head of the log. They ask the store as REST does, after the last command that was applied, so nothing is told before
 * it is durable and before REST shows it. A channel without listeners costs nothing.
 */
import { boardAt, shownUntil } from '../reading/contests.ts';
import { contestBoardView } from '../shapes/contest.ts';
import type { CallDeps } from '../call/deps.ts';
import { ApiError } from '../words/errors.ts';
import { ActivityChannel, type ActivityDeps } from './activity-channel.ts';
import type { Doings } from './doings.ts';
import { type NewsChannel, publicChannel } from './channels.ts';
import type { Opened } from './crowd-messages.ts';
import type { Receiver, Source } from './source.ts';
import { ROWS_FIRST } from './rows-copy.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export type NewsDeps = ActivityDeps & Pick<CallDeps, 'publishedLog' | 'log'>;

const STEP_MS = 250;
/** How long nothing is asked after the store could not answer. */
const AWAY_MS = 2_000;
const BOARD_ROWS = 50;

/** One channel that has listeners. */
interface Heard {
  /** Tells what is new. @throws what the store throws */
  tell(receiver: Receiver): Promise<void>;
  restart(): void;
  readonly activity: ActivityChannel | null;
}

/** Whether a public channel's name is of one of these. */
export function isNews(channel: string): boolean {
  return ['activity', 'board', 'log'].includes(channel.split('.', 1)[0] as string);
}

export function createNews(deps: NewsDeps, doings: Doings): Source {
  const heard = new Map<string, Heard>();
  const telling = new Set<Heard>();
  let receiver: Receiver | null = null;
  let timer: Timer | null = null;
  let quietUntilMs = 0;
  let trouble = '';

  function step(): void {
    if (receiver === null || heard.size === 0) return;
    const done = doings.take();
    for (const { activity } of heard.values()) activity?.note(done);
    if (machine.steadyMs() < quietUntilMs) return;
    for (const one of heard.values()) if (!telling.has(one)) void tell(one);
  }

  async function tell(one: Heard): Promise<void> {
    const to = receiver;
    if (to === null) return;
    // What the receiver misses while it doesn't keep up is made up for by full lists.
    if (!to.isReady()) return one.restart();
    telling.add(one);
    try {
      // What was asked for those who are gone reaches no one: the crowd knows the opening it is of.
      await one.tell({ ...to, send: (messages) => receiver === to && to.send(messages) });
      trouble = '';
    } catch (error) {
      quietUntilMs = machine.steadyMs() + AWAY_MS;
      const why = String(error);
      if (why !== trouble) deps.log.warn({ err: error }, 'a public channel has to wait for the read store');
      trouble = why;
    } finally {
      telling.delete(one);
    }
  }

  const watch = (): void => doings.watch([...heard.values()].some(({ activity }) => activity !== null));

  const news: Source = {
    begin(next) {
      news.end();
      receiver = next;
      timer = machine.every(STEP_MS, step);
      timer.unref();
    },
    end() {
      timer?.cancel();
      timer = null;
      receiver = null;
      heard.clear();
      watch();
    },
    open(opened) {
      const one = heardOf(opened, deps);
      heard.set(opened.channel, one);
      watch();
      void tell(one);
    },
    close(channel) {
      heard.delete(channel);
      watch();
    },
  };
  return news;
}

function heardOf(opened: Opened, deps: NewsDeps): Heard {
  const { bySymbol, contest } = deps.engine.state;
  const names = { symbols: [...bySymbol.keys()], contests: [...contest.contests.keys()] };
  const about = publicChannel(opened.channel, names);
  if (about instanceof ApiError || !isNewsChannel(about))
    throw new Error(`the listeners ask for ${opened.channel}, which is no channel`);
  if (about.kind === 'activity') {
    const activity = new ActivityChannel(opened, about.symbol, deps);
    return { activity, tell: (receiver) => activity.tell(receiver), restart: () => activity.restart() };
  }
  return about.kind === 'board' ? boardChannel(opened, about.contest, deps) : logChannel(opened, deps);
}

function isNewsChannel(about: { readonly kind: string }): about is NewsChannel {
  return isNews(about.kind);
}

/** The board at once, then with each sample, and when the contest goes on. */
function boardChannel(opened: Opened, id: string, deps: NewsDeps): Heard {
  let told = '';
  return {
    activity: null,
    restart: () => void (told = ''),
    async tell(receiver) {
      const contest = deps.engine.state.contest.contests.get(id);
      if (contest === undefined) return;
      const { phase, lastSampleMs, cases, report } = contest;
      const { hidden } = shownUntil(contest, deps.clock.nowMs());
      const judged = [report?.reportSha256, cases.map(({ state }) => state)];
      const now = JSON.stringify([phase, hidden, hidden ? 0 : lastSampleMs, judged]);
      if (now === told) return;
      const { rows, ...view } = contestBoardView(contest, await boardAt(contest, { deps }, null));
      told = now;
      const data = JSON.stringify({ ...view, rows: rows.slice(0, BOARD_ROWS) });
      receiver.send([{ kind: 'latest', ...opened, data }]);
    },
  };
}

/** The newest checkpoint that is served, and the leaves it covers. */
function logChannel(opened: Opened, deps: NewsDeps): Heard {
  const { publishedLog, store } = deps;
  let told: { readonly note: string; readonly size: number } | null = null;
  return {
    activity: null,
    restart: () => void (told = null),
    async tell(receiver) {
      const tree = publishedLog.newest();
      if (tree === null || tree.note === told?.note) return;
      const { size, note } = tree;
      const before = told === null || told.size > size ? null : told.size;
      const page = { limit: ROWS_FIRST.log, page: 0, cursor: null };
      const { items } = await store.ask('leaves', { ...page, kind: null, leaf: null, below: size }, 0);
      const fresh = items.filter(({ index }) => index >= (before ?? 0));
      const skipped = size - (before ?? 0) - fresh.length;
      told = { note, size };
      const rows = fresh.map((leaf) => ({ place: [leaf.index], data: JSON.stringify(leaf) }));
      const about = { kind: 'log', size, note, skipped } as const;
      receiver.send([{ kind: 'rows', ...opened, isWhole: before === null, rows, about }]);
    },
  };
}
