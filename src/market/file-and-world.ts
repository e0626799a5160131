/**
 * Prices of a file, and for the contracts it doesn't have those of a world (`--market-rest world`). Nothing of it is
 * committed to: whoever has the seed can't compute the file's part.
 */
import { toHex } from '../core/text/bytes.ts';
import { encodeUtf8 } from '../core/text/utf8.ts';
import type { Contract } from '../core/language/contract.ts';
import type { KeptWeather, SourcedPrice, WeatherRow } from './house/weather.ts';
import type { Sourced, SourcedState } from './sourced.ts';
import type { Sha256 } from './world/draws.ts';
import type { World, WorldState } from './world/world.ts';

interface FileAndWorldState {
  readonly file: SourcedState;
  readonly world: WorldState;
}

export class FileAndWorld implements KeptWeather {
  readonly #file: Sourced;
  readonly #world: World;

  constructor(file: Sourced, world: World) {
    this.#file = file;
    this.#world = world;
  }

  /** A row is the file's when the file has prices of its contract, which is known once that is listed. */
  get rows(): readonly WeatherRow[] {
    return this.#file.rows.map((row, number) => (row.prices === null ? this.#world.rows[number]! : row));
  }

  step(second: number): void {
    this.#file.step(second);
    this.#world.step(second);
  }

  priceOf(contract: Contract, second: number): SourcedPrice | null {
    return this.#file.priceOf(contract, second);
  }

  save(): FileAndWorldState {
    return { file: this.#file.save(), world: this.#world.save() };
  }

  restore({ file, world }: FileAndWorldState): void {
    this.#file.restore(file);
    this.#world.restore(world);
  }
}

/** The seed of the world beside a file: the file's flow draws from the streams of the market's own. */
export function seedOfRest(seed: string, sha256: Sha256): string {
  return toHex(sha256(encodeUtf8(`outcry rest ${seed}`)));
}
