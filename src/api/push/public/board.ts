/** board.{contest}: the leaderboard as REST has it, with each sample, and when the contest goes on. */
import { boardAt, shownUntil } from '../../reading/contests.ts';
import { contestBoardShape, contestBoardView } from '../../shapes/contest.ts';
import { type Change, defineStoreChannel, type StoreDeps, type StoreSource } from './channel.ts';

const MOST_ROWS = 50;

export const board = defineStoreChannel({
  name: 'board.{contest}',
  shape: contestBoardShape,
  carries: { kind: 'latest', hasType: true },
  open: ({ contest }, deps) => new Board(contest, deps),
});

class Board implements StoreSource {
  readonly #id: string;
  readonly #deps: StoreDeps;
  /** Inputs of the board that was published last. */
  #published = '';

  constructor(id: string, deps: StoreDeps) {
    this.#id = id;
    this.#deps = deps;
  }

  async changes(): Promise<readonly Change[]> {
    const deps = this.#deps;
    const contest = deps.engine.state.contest.contests.get(this.#id);
    if (contest === undefined) return [];
    const { phase, lastSampleMs, cases, report } = contest;
    const { hidden } = shownUntil(contest, deps.clock.nowMs());
    const judged = [report?.reportSha256, cases.map(({ state }) => state)];
    const now = JSON.stringify([phase, hidden, hidden ? 0 : lastSampleMs, judged]);
    if (now === this.#published) return [];
    const { rows, ...view } = contestBoardView(contest, await boardAt(contest, { deps }, null));
    this.#published = now;
    return [{ kind: 'latest', data: JSON.stringify({ ...view, rows: rows.slice(0, MOST_ROWS) }) }];
  }

  restart(): void {
    this.#published = '';
  }
}
