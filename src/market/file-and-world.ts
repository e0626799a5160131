/**
 * Prices of a file, and those of a world for contracts that the file doesn't have (`--market-rest world`), or for its
 * own once it is over (`--market-end world`). Nothing of it is committed to: whoever has the seed can't compute the
 * file's part.
 */
import { toHex } from '../core/text/bytes.ts';
import { encodeUtf8 } from '../core/text/utf8.ts';
import { E8 } from '../core/num/units.ts';
import type { Contract } from '../core/language/contract.ts';
import type { KeptWeather, SourcedPrice, WeatherRow } from './house/weather.ts';
import type { Sourced, SourcedState } from './sourced.ts';
import type { Sha256 } from './world/draws.ts';
import type { World, WorldState } from './world/world.ts';

export interface FileAndWorldParts {
  readonly file: Sourced;
  readonly world: World;
  /** Whether contracts that the file doesn't have get the world's prices. */
  readonly rest: boolean;
  /** The second from which on the file's contracts have the world's, since the epoch; null: none. */
  readonly goesOnAt: number | null;
}

interface FileAndWorldState {
  readonly file: SourcedState;
  readonly world: WorldState;
  /** Numbers of the rows that went over from file to world; not there in what older versions kept: none. */
  readonly over?: readonly number[];
}

export class FileAndWorld implements KeptWeather {
  readonly rows: readonly WeatherRow[];
  readonly #parts: FileAndWorldParts;
  readonly #over = new Set<number>();

  constructor(parts: FileAndWorldParts) {
    this.#parts = parts;
    this.rows = parts.file.rows.map((_, number) => new Row(() => this.#rowNow(number)));
  }

  step(second: number): void {
    const { file, world, goesOnAt } = this.#parts;
    file.step(second);
    if (goesOnAt !== null && second >= goesOnAt) this.#goOver();
    world.step(second);
  }

  priceOf(contract: Contract, second: number): SourcedPrice | null {
    return this.#parts.file.priceOf(contract, second);
  }

  save(): FileAndWorldState {
    const { file, world } = this.#parts;
    return { file: file.save(), world: world.save(), over: [...this.#over] };
  }

  restore({ file, world, over = [] }: FileAndWorldState): void {
    this.#parts.file.restore(file);
    this.#parts.world.restore(world);
    this.#over.clear();
    for (const number of over) this.#over.add(number);
  }

  /** Whether the file has prices of a contract is known once that is listed. */
  #rowNow(number: number): WeatherRow {
    const { file, world, rest } = this.#parts;
    const ofFile = file.rows[number]!;
    return (ofFile.prices === null ? rest : this.#over.has(number)) ? world.rows[number]! : ofFile;
  }

  /** From the file's last prices on, also where the exchange was down when they were over. */
  #goOver(): void {
    const { file, world } = this.#parts;
    for (const [number, { prices }] of file.rows.entries()) {
      if (prices?.lastE8 === undefined || this.#over.has(number)) continue;
      this.#over.add(number);
      world.rows[number]!.price = prices.lastE8 / E8;
    }
  }
}

/** A row of the one or the other: whoever holds it holds the one that it is now. */
class Row implements WeatherRow {
  readonly #now: () => WeatherRow;

  constructor(now: () => WeatherRow) {
    this.#now = now;
  }

  get row(): WeatherRow['row'] {
    return this.#now().row;
  }
  get constants(): WeatherRow['constants'] {
    return this.#now().constants;
  }
  get price(): number {
    return this.#now().price;
  }
  get sourcedMs(): number | null | undefined {
    return this.#now().sourcedMs;
  }
  get vol(): number {
    return this.#now().vol;
  }
  get premium(): number {
    return this.#now().premium;
  }
  get flow(): WeatherRow['flow'] {
    return this.#now().flow;
  }
}

/** The seed of the world beside a file: the file's flow draws from the streams of the market's own. */
export function seedOfRest(seed: string, sha256: Sha256): string {
  return toHex(sha256(encodeUtf8(`outcry rest ${seed}`)));
}
