/**
 * Volatility as a product of switches with lives from under a minute to days (the Markov-switching multifractal of
 * Calvet and Fisher): it clusters over all of these scales, and its moves have heavy tails.
 */
import { root } from './arithmetic.ts';
import type { Draws } from './draws.ts';

/** Mean lives, seconds. */
export const COMMON_LIVES = [45, 300, 1_800, 10_800, 64_800, 388_800];
export const OWN_LIVES = [90, 720, 7_200, 86_400];

const UP = root(1.45);
const DOWN = root(0.55);

export class Switches {
  readonly #draws: Draws;
  readonly #chances: readonly number[];
  readonly #isUp: boolean[];
  /** Of all switches together. */
  value = 1;

  constructor(lives: readonly number[], draws: Draws) {
    this.#draws = draws;
    this.#chances = lives.map((life) => Math.floor(4_294_967_296 / life));
    this.#isUp = lives.map(() => (draws.word() & 1) === 1);
    this.#multiply();
  }

  /** A second passes. `lean` is added to the chance that a switch which is drawn anew goes up. */
  turn(lean: number): void {
    let isChanged = false;
    for (let at = 0; at < this.#chances.length; at++) {
      if (this.#draws.word() >= this.#chances[at]!) continue;
      this.#isUp[at] = this.#draws.u() < 0.5 + lean;
      isChanged = true;
    }
    if (isChanged) this.#multiply();
  }

  save(): readonly boolean[] {
    return [...this.#isUp];
  }

  restore(isUp: readonly boolean[]): void {
    for (let at = 0; at < this.#isUp.length; at++) this.#isUp[at] = isUp[at] ?? false;
    this.#multiply();
  }

  #multiply(): void {
    this.value = 1;
    for (const isUp of this.#isUp) this.value *= isUp ? UP : DOWN;
  }
}
