/**
 * The weather as a scenario has it: what the world gives out is changed on the way to the house, never what it draws.
 * So beyond a scenario's end the world is where it would have been, but for the way its prices were moved.
 */
import type { Contract } from '../../core/language/contract.ts';
import type { HousePart, KeptWeather, SourcedPrice, WeatherRow } from '../../market/house/weather.ts';
import type { Headline } from '../../market/world/stories.ts';
import type { Row } from '../../market/world/table.ts';

const SECOND_MS = 1_000;
const POINTS = 10_000;

/** A change to a contract for a while. */
export type Spell =
  | { readonly kind: 'volatility' | 'spread' | 'depth'; readonly times: number }
  | { readonly kind: 'premium'; readonly bp: number }
  | { readonly kind: 'gap' }
  | { readonly kind: 'off'; readonly part: HousePart };

type Lasting = Spell & { readonly untilMs: number };

/** A price on its way. */
interface Drift {
  readonly rate: number;
  readonly seconds: number;
  passed: number;
}

interface StagedRowState {
  readonly symbol: string;
  readonly times: number;
  readonly drifts: readonly Drift[];
  readonly spells: readonly Lasting[];
}

interface StagedState {
  readonly inner: unknown;
  /** Rows that are not as the world has them. */
  readonly rows: readonly StagedRowState[];
}

export class StagedRow implements WeatherRow {
  readonly #inner: WeatherRow;
  /** Over the world's price. */
  #times = 1;
  #drifts: Drift[] = [];
  #spells: Lasting[] = [];
  #row: Row;
  /** Since the last second, and in it. */
  #isOther = false;
  #requotes = false;

  constructor(inner: WeatherRow) {
    this.#inner = inner;
    this.#row = inner.row;
  }

  get row(): Row {
    return this.#row;
  }

  get constants(): WeatherRow['constants'] {
    return this.#inner.constants;
  }

  get flow(): WeatherRow['flow'] {
    return this.#inner.flow;
  }

  get price(): number {
    return this.#inner.price * this.#times;
  }

  get vol(): number {
    return this.#inner.vol * this.#product('volatility');
  }

  get premium(): number {
    return this.#spells.reduce((sum, one) => (one.kind === 'premium' ? sum + one.bp : sum), this.#inner.premium);
  }

  /** Null: no new price comes. */
  get sourcedMs(): number | null | undefined {
    return this.#spells.some(({ kind }) => kind === 'gap') ? null : this.#inner.sourcedMs;
  }

  get requotes(): boolean {
    return this.#requotes;
  }

  isOff(part: HousePart): boolean {
    return this.#spells.some((one) => one.kind === 'off' && one.part === part);
  }

  jump(bp: number): void {
    this.#times *= 1 + bp / POINTS;
  }

  drift(bp: number, overMs: number): void {
    const seconds = Math.max(1, Math.round(overMs / SECOND_MS));
    this.#drifts.push({ rate: bp / POINTS, seconds, passed: 0 });
  }

  begin(spell: Spell, untilMs: number): void {
    this.#spells.push({ ...spell, untilMs });
    this.#respell();
  }

  endAll(): void {
    this.#drifts = [];
    this.#spells = [];
    this.#respell();
  }

  /** The world has stepped. */
  turn(before: number, nowMs: number): void {
    if (this.#spells.some(({ untilMs }) => untilMs <= nowMs)) {
      this.#spells = this.#spells.filter(({ untilMs }) => untilMs > nowMs);
      this.#respell();
    }
    this.#requotes = this.#isOther;
    this.#isOther = false;
    const times = this.#product('volatility');
    if (times !== 1 && before > 0) this.#times *= Math.max(0.5, 1 + (this.#inner.price / before - 1) * (times - 1));
    for (const drift of this.#drifts) {
      const at = (passed: number): number => 1 + (drift.rate * passed) / drift.seconds;
      this.#times *= at(drift.passed + 1) / at(drift.passed);
      drift.passed += 1;
    }
    this.#drifts = this.#drifts.filter(({ passed, seconds }) => passed < seconds);
  }

  /** Null: as the world has it. */
  save(): StagedRowState | null {
    const isPlain = this.#times === 1 && this.#drifts.length === 0 && this.#spells.length === 0;
    const { symbol } = this.row;
    return isPlain ? null : { symbol, times: this.#times, drifts: this.#drifts, spells: this.#spells };
  }

  restore({ times, drifts, spells }: StagedRowState): void {
    this.#times = times;
    this.#drifts = drifts.map((drift) => ({ ...drift }));
    this.#spells = [...spells];
    this.#respell();
    this.#isOther = false;
  }

  #product(kind: 'volatility' | 'spread' | 'depth'): number {
    return this.#spells.reduce((all, one) => (one.kind === kind ? all * one.times : all), 1);
  }

  #respell(): void {
    const { row } = this.#inner;
    const [spread, depth] = [this.#product('spread'), this.#product('depth')];
    const next = { ...row, half: row.half * spread, gap: row.gap * spread, depth: row.depth * depth };
    // Quotes that stand are of another size.
    if (next.depth !== this.#row.depth) this.#isOther = true;
    this.#row = next;
  }
}

export class StagedWeather implements KeptWeather {
  readonly rows: readonly StagedRow[];
  readonly #inner: KeptWeather;

  constructor(inner: KeptWeather) {
    this.#inner = inner;
    this.rows = inner.rows.map((row) => new StagedRow(row));
  }

  step(second: number): void {
    const before = this.#inner.rows.map(({ price }) => price);
    this.#inner.step(second);
    this.rows.forEach((row, at) => row.turn(before[at]!, second * SECOND_MS));
  }

  shock(number: number, points: number): void {
    this.#inner.shock?.(number, points);
  }

  /** Of contracts without a row: nothing is staged there. */
  priceOf(contract: Contract, second: number): SourcedPrice | null {
    return this.#inner.priceOf?.(contract, second) ?? null;
  }

  get headlines(): readonly Headline[] {
    return this.#inner.headlines ?? [];
  }

  /** Rows of a contract, or of all (null). */
  of(symbol: string | null): readonly StagedRow[] {
    return symbol === null ? this.rows : this.rows.filter(({ row }) => row.symbol === symbol);
  }

  save(): StagedState {
    return { inner: this.#inner.save(), rows: this.rows.flatMap((row) => row.save() ?? []) };
  }

  restore(state: unknown): void {
    const { inner, rows } = state as StagedState;
    this.#inner.restore(inner);
    for (const saved of rows) for (const row of this.of(saved.symbol)) row.restore(saved);
  }
}
