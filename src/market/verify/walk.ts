/** A world made again, step by step, on the way that the market's log says it went. */
import type { Sha256 } from '../world/draws.ts';
import { World } from '../world/world.ts';
import { type BeginLine, type GapLine, type MarketLine, NoMarketLog, type ShockLine } from './market-log.ts';
import { commitmentOf, type Revealed } from './reveal.ts';

/** A world from its begin on. */
export interface Way {
  readonly begin: BeginLine;
  /** Steps that were not made in the second after the one before, ascending. */
  readonly gaps: readonly GapLine[];
  /** In the order in which they happened. */
  readonly shocks: readonly ShockLine[];
  /** The next world begins there. */
  readonly endSecond: number;
}

/** The ways of the worlds that were committed to with this. @throws NoMarketLog when there is none */
export function waysOf(lines: readonly MarketLine[], revealed: Revealed, sha256: Sha256): Way[] {
  const commitment = commitmentOf(revealed, sha256);
  const ways = splitAtBegins(lines);
  const own = ways.filter(({ begin }) => begin.market === commitment);
  if (own.length === 0) {
    const others = [...new Set(ways.map(({ begin }) => begin.market))].join(', ') || 'none';
    throw new NoMarketLog(`no world that began is of this seed and table: it is ${commitment}, and there is ${others}`);
  }
  const wrong = own.find(({ begin }) => begin.prices.length !== revealed.table.length);
  if (wrong === undefined) return own;
  const { prices } = wrong.begin;
  throw new NoMarketLog(`a begin has ${prices.length} prices, and the table ${revealed.table.length} rows`);
}

function splitAtBegins(lines: readonly MarketLine[]): Way[] {
  const ways: { begin: BeginLine; gaps: GapLine[]; shocks: ShockLine[]; endSecond: number }[] = [];
  for (const line of lines) {
    const way = ways.at(-1);
    if (line.what === 'begin') {
      if (way !== undefined) way.endSecond = line.second;
      ways.push({ begin: line, gaps: [], shocks: [], endSecond: Number.POSITIVE_INFINITY });
      continue;
    }
    if (way === undefined) throw new NoMarketLog(`a ${line.what} comes before any begin`);
    if (line.what === 'shock') {
      way.shocks.push(line);
      continue;
    }
    way.gaps = [...way.gaps.filter(({ step }) => step < line.step), line];
    way.shocks = way.shocks.filter(({ step }) => step < line.step);
  }
  return ways;
}

export class Walk {
  readonly world: World;
  readonly #way: Way;
  readonly #numbers: ReadonlyMap<string, number>;
  #gap = 0;
  #shock = 0;
  /** The steps that were made, and the second of the last one. */
  step = 0;
  second: number;

  constructor(way: Way, { seed, table, headlines }: Revealed, sha256: Sha256) {
    const { prices, second } = way.begin;
    this.#way = way;
    this.#numbers = new Map(table.map(({ symbol }, number) => [symbol, number]));
    this.world = new World({ seed, table, sha256, prices, second, headlines: headlines === true });
    this.second = second - 1;
  }

  /** The second of the next step. */
  get next(): number {
    const gap = this.#way.gaps[this.#gap];
    return gap?.step === this.step + 1 ? gap.second : this.second + 1;
  }

  advance(): void {
    const { shocks, gaps } = this.#way;
    for (; shocks[this.#shock]?.step === this.step + 1; this.#shock++) {
      const { symbol, bp } = shocks[this.#shock]!;
      const number = this.#numbers.get(symbol);
      if (number !== undefined) this.world.shock(number, bp);
    }
    this.second = this.next;
    this.step += 1;
    if (gaps[this.#gap]?.step === this.step) this.#gap += 1;
    this.world.step(this.second);
  }

  /** Number of a contract's row; null: it has none. */
  numberOf(symbol: string): number | null {
    return this.#numbers.get(symbol) ?? null;
  }
}
