/**
 * Where strategies meet the market. Takers act on paper and share one market, with the few that rest far away or
 * rarely; makers have a contract each, since two at one price would only meet each other; a push has its contract to
 * itself, as it moves it.
 */
import { Draws, keyOf, STREAMS } from '../../../../src/market/world/draws.ts';
import { stepsFor, valueOf } from '../../../../src/market/house/texts.ts';
import { sha256 } from '../../../../src/store/sha256.ts';
import type { Account } from './account.ts';
import { Grid, GRIDS } from './grids.ts';
import { Maker, MAKERS, ORDER } from './makers.ts';
import { Paper, type Result } from './paper.ts';
import { Push, PUSHES } from './pushes.ts';
import type { Sight } from './sight.ts';
import { SEEN, Stage } from './stage.ts';
import { BTC, FIVE, type Holds, type Scene, type TakerRow, TAKERS } from './takers.ts';

/** Of a push also: what it made without the index' own moves, net, USDT. */
export interface Played extends Result {
  readonly still?: number;
}

/** The market they play on. */
export interface Ground {
  readonly seed: string;
  readonly seconds: number;
  readonly headlines: boolean;
}

const coinOf = (seed: string): Draws => new Draws(keyOf(`resist ${seed}`.slice(0, 64), sha256), STREAMS.scenarios);

/** One rule in one contract, on paper. */
class Taker {
  readonly row: TakerRow;
  readonly sight: Sight;
  readonly #paper: Paper;
  #holds: Holds = 0;
  #until = 0;

  constructor(row: TakerRow, sight: Sight, paper: Paper) {
    this.row = row;
    this.sight = sight;
    this.#paper = paper;
  }

  act(scene: Scene): void {
    const { row, sight } = this;
    const told = row.rule(sight, this.#holds, scene);
    if (told !== undefined) this.#until = scene.second + row.hold;
    const isOver = told === undefined && row.hold > 0 && scene.second >= this.#until;
    const wants = isOver ? 0 : (told ?? this.#holds);
    if (wants === this.#holds) return;
    const { instrument } = sight;
    const held = this.#paper.held[instrument.index] ?? 0;
    const steps = wants * stepsFor(instrument, ORDER, sight.middle);
    this.#paper.trade(instrument, steps - held);
    this.#holds = wants;
  }
}

function takersIn(stage: Stage): { takers: Taker[]; papers: Map<string, Paper> } {
  const papers = new Map(TAKERS.map(({ name }) => [name, new Paper()]));
  const takers = TAKERS.flatMap((row) =>
    stage.sights
      .filter(
        ({ row: { symbol } }) =>
          row.among === 'all' || (FIVE.includes(symbol) && !(row.among === 'others' && symbol === BTC)),
      )
      .map((sight) => new Taker(row, sight, papers.get(row.name)!)),
  );
  return { takers, papers };
}

/** All that take, and those that make far away. */
export function playTakers({ seed, seconds, headlines }: Ground): Played[] {
  const stage = new Stage(seed, seconds, { headlines, look: SEEN });
  const { sights } = stage;
  const { takers, papers } = takersIn(stage);
  const [early, late] = [takers.filter(({ row }) => !row.last), takers.filter(({ row }) => row.last)];
  const wide = makersIn(stage, true);
  const scene: Scene = { all: sights, coin: coinOf(seed), second: 0, tape: 0 };
  stage.run({
    turn: wide.turn,
    seen(second) {
      scene.second = second;
      for (const taker of early) taker.act(scene);
    },
    last() {
      scene.tape = sights.reduce((sum, { row, trades }) => sum + row.rate * trades, 0);
      for (const taker of late) taker.act(scene);
    },
    funded({ instrument, rateE8 }) {
      for (const paper of papers.values()) paper.fund(instrument, rateE8);
    },
  });
  const worth = (held: number, index: number): number =>
    valueOf(sights[index]!.instrument, held, sights[index]!.middle);
  return [...[...papers].map(([name, paper]) => paper.result(name, worth)), ...wide.results()];
}

const NEAR = [...MAKERS, ...GRIDS].filter(({ wide }) => !wide).map(({ name }) => name);

interface Makers {
  readonly turn: (second: number) => void;
  readonly last: () => void;
  readonly results: () => Result[];
}

/** The wide ones in every contract, or near ones in one each: by contract, its name. */
function makersIn(stage: Stage, wide: boolean, names: readonly (string | undefined)[] = []): Makers {
  const accounts = new Map<string, Account>();
  const makers: Maker[] = [];
  const grids: Grid[] = [];
  for (const row of [...MAKERS, ...GRIDS]) {
    const sights = stage.sights.filter((_, at) => (wide ? row.wide : names[at] === row.name));
    if (sights.length === 0) continue;
    const account = stage.open();
    accounts.set(row.name, account);
    for (const sight of sights)
      if ('rule' in row) makers.push(new Maker(row, account, sight));
      else grids.push(new Grid(row, account, sight));
  }
  return {
    turn(second) {
      for (const maker of makers) maker.turn(second);
      for (const grid of grids) grid.turn();
    },
    last() {
      for (const maker of makers) maker.last();
    },
    results: () => [...accounts].map(([name, account]) => account.result(name)),
  };
}

/** All that make near the middle, one a contract; by `shift` they move on to other contracts. */
export function playMakers({ seed, seconds, headlines }: Ground, shift: number): Played[] {
  const results: Result[] = [];
  for (let first = 0; first < NEAR.length; first += 8) {
    const stage = new Stage(seed, seconds, { headlines });
    const names = stage.sights.map((_, at) => NEAR[first + ((at + shift) % 8)]);
    const makers = makersIn(stage, false, names);
    stage.run(makers);
    results.push(...makers.results());
  }
  return results;
}

/** All that push. */
export function playPushes({ seed, seconds, headlines }: Ground): Played[] {
  const results: Played[] = [];
  for (let left = [...PUSHES]; left.length > 0; ) {
    const now = left.filter((row, at) => left.findIndex(({ symbol }) => symbol === row.symbol) === at);
    left = left.filter((row) => !now.includes(row));
    const stage = new Stage(seed, seconds, { headlines, symbols: now.map(({ symbol }) => symbol) });
    const coin = coinOf(seed);
    const pushes = now.map((row) => {
      const account = stage.open();
      const sight = stage.sights.find((one) => one.row.symbol === row.symbol)!;
      return { account, push: new Push(row, account, sight, coin) };
    });
    stage.run({ turn: () => pushes.forEach(({ push }) => push.turn()) });
    for (const { account, push } of pushes) {
      const result = account.result(push.row.name);
      results.push({ ...result, still: result.gross - result.fees - push.byIndex });
    }
  }
  return results;
}
