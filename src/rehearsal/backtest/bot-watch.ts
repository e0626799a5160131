/** Watches an account through a run: its equity step by step, how it traded, and what that cost. */
import { HabitWatch } from '../../env/backtest/coin.ts';
import type { PlayedElsewhere } from '../../env/backtest/backtest.ts';
import { figuresOf, thinned } from '../../env/luck/figures.ts';
import { equityIn, heldValue } from '../../env/observation.ts';
import { Tally } from '../../env/tally.ts';
import type { AccountId } from '../../core/num/units.ts';
import type { State } from '../../core/state/state.ts';
import type { Event } from '../../core/turn/events.ts';

/** Points of a curve that are kept. */
const MOST_POINTS = 1_000;

export class BotWatch {
  readonly #state: State;
  readonly #account: AccountId;
  readonly #stepMs: number;
  readonly #tally: Tally;
  readonly #habit = new HabitWatch();
  readonly #curve: number[] = [];
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(state: State, account: AccountId, stepMs: number) {
    this.#state = state;
    this.#account = account;
    this.#stepMs = stepMs;
    this.#tally = new Tally(account);
  }

  /** From here on it is watched. */
  begin(nowMs: number): void {
    this.#curve.push(this.#equity());
    this.#nextMs = nowMs + this.#stepMs;
  }

  see(events: readonly Event[]): void {
    for (const event of events) this.#tally.see(event);
  }

  /** Called each second, and at the end. */
  look(nowMs: number): void {
    while (nowMs >= this.#nextMs) {
      this.#nextMs += this.#stepMs;
      const equity = this.#equity();
      this.#curve.push(equity);
      const held = heldValue(this.#state.accounts.get(this.#account)!);
      this.#habit.see(equity, held, this.#tally.totals.turnover);
    }
  }

  end(): PlayedElsewhere {
    return {
      figures: figuresOf(this.#curve, this.#tally.totals),
      curve: thinned(this.#curve, MOST_POINTS),
      habit: this.#habit.habit,
      symbols: [...this.#tally.symbols],
    };
  }

  #equity(): number {
    return equityIn(this.#state.accounts.get(this.#account)!);
  }
}
