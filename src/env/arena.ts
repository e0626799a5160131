/**
 * Agents in one market in made-up time, each with an account of its own: what they do in a step comes one after the
 * other, who begins rotates, and then so many seconds pass for all. The same seed and the same actions give the same
 * observations and the same state, to the last bit.
 *
 * An action reaches the exchange after the second that the agent saw the end of and before the prices of the next one:
 * nobody is nearer to the market.
 */
import { randomBytes } from 'node:crypto';
import { FIRST_USER, isHouse } from '../core/language/accounts.ts';
import type { AccountId } from '../core/num/units.ts';
import { stateHash } from '../core/state/hash.ts';
import type { Instrument } from '../core/state/records.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { amountText } from '../market/house/texts.ts';
import { sha256 } from '../store/sha256.ts';
import type { Action } from './acts.ts';
import { MadeUpMarket } from './made-up-market.ts';
import { MinuteCloses } from './minute-closes.ts';
import { observe, observeMarket } from './observation.ts';
import { count, type EnvOptions, type ReadOptions, readOptions } from './options.ts';
import { pastWeather } from './past-prices.ts';
import { Seat } from './seat.ts';
import type { ResetOptions, Step } from './told.ts';

/** Below so much equity, USDT, an agent is out. */
const LEAST_EQUITY = 1;

interface Contract {
  readonly instrument: Instrument;
  readonly minutes: MinuteCloses;
}

export class Arena {
  readonly agents: number;
  #given: EnvOptions;
  #options: ReadOptions;
  #seed: string | null = null;
  /** How many episodes there were since that seed was given, and the seed of the present one. */
  #episodes = 0;
  #present = '';
  #market: MadeUpMarket | null = null;
  #contracts: readonly Contract[] = [];
  #seats: readonly Seat[] = [];
  readonly #byAccount = new Map<AccountId, Seat>();
  #endSecond = 0;
  #steps = 0;

  /** @throws TypeError when an option is wrong */
  constructor(agents: number, options: EnvOptions) {
    this.agents = count('agents', agents, 1);
    this.#given = options;
    this.#options = readOptions(options);
  }

  /** Begins anew: another market, other accounts. @throws TypeError when an option is wrong */
  reset({ seed, options = {} }: ResetOptions): Step[] {
    this.#given = { ...this.#given, ...options };
    this.#options = readOptions(this.#given);
    const { episode, warmUpSeconds, history, isDisguised } = this.#options;
    this.#present = this.#nextSeed(seed);
    const playing = { earlierMs: episode.earlierMs, disguise: isDisguised ? this.#present : null };
    const market = new MadeUpMarket(this.#present, {
      firstSecond: episode.firstSecond,
      symbols: this.#options.contracts,
      ...(history !== null && { weather: (state, key) => pastWeather(state, key, history, playing) }),
    });
    this.#market = market;
    this.#contracts = this.#options.contracts.map((symbol) => {
      return { instrument: market.engine.state.bySymbol.get(symbol)!, minutes: new MinuteCloses() };
    });
    this.#endSecond = episode.firstSecond + warmUpSeconds + episode.seconds;
    this.#steps = 0;
    for (let left = warmUpSeconds; left > 0; left--) this.#pass(market);
    this.#seats = this.#open(market);
    market.hooks = { onApplied: (_, outcome) => this.#see(outcome) };
    return this.#told();
  }

  /**
   * @param actions one for each agent
   * @throws TypeError when there are more or fewer, or one of them is none; Error before the first reset and after the
   *   end
   */
  step(actions: readonly Action[]): Step[] {
    const market = this.#running();
    const { agents } = this;
    if (actions.length !== agents) throw new TypeError(`actions: one for each of ${agents}; found ${actions.length}`);
    for (const seat of this.#seats) seat.begin();
    for (let turn = 0; turn < agents; turn++) {
      const at = (turn + this.#steps) % agents;
      const seat = this.#seats[at]!;
      if (!seat.isDone) seat.act(actions[at]!);
    }
    this.#steps += 1;
    const { stepSeconds } = this.#options;
    for (let left = stepSeconds; left > 0 && market.second < this.#endSecond; left--) this.#pass(market);
    return this.#told();
  }

  /** Of the whole exchange; equal for the same seed, options and actions. */
  stateHash(): string {
    return stateHash(this.#running(true).engine.state, sha256);
  }

  #running(evenEnded = false): MadeUpMarket {
    const market = this.#market;
    if (market === null) throw new Error('reset begins an episode: call it first');
    if (!evenEnded && (market.second >= this.#endSecond || this.#seats.every(({ isDone }) => isDone)))
      throw new Error('the episode has ended: reset begins another');
    return market;
  }

  #nextSeed(seed: string | number | undefined): string {
    if (seed !== undefined || this.#seed === null) {
      this.#seed = seed === undefined ? randomBytes(16).toString('base64url') : String(seed);
      this.#episodes = 0;
      return this.#seed;
    }
    this.#episodes += 1;
    return `${this.#seed}-${this.#episodes}`;
  }

  #open(market: MadeUpMarket): Seat[] {
    const { balance, fees } = this.#options;
    this.#byAccount.clear();
    return Array.from({ length: this.agents }, (_, at) => {
      const account = FIRST_USER + at;
      accepted(market.submit<'deposit'>({ name: 'deposit', account, amount: amountText(balance) }));
      if (fees !== null) accepted(market.submit<'setAccountFees'>({ name: 'setAccountFees', account, fees }));
      const seat = new Seat(
        market,
        account,
        this.#contracts.map(({ instrument }) => instrument),
      );
      this.#byAccount.set(account, seat);
      return seat;
    });
  }

  #pass(market: MadeUpMarket): void {
    const { second } = market;
    market.pass();
    for (const { instrument, minutes } of this.#contracts)
      minutes.see(second, (instrument.mark * instrument.contract.tickE8) / 1e8);
  }

  #see({ events }: Outcome): void {
    for (const event of events) {
      if (event.name === 'fillMade') {
        this.#byAccount.get(event.taker.order.account.id)?.see(event);
        if (event.maker.order.account !== event.taker.order.account)
          this.#byAccount.get(event.maker.order.account.id)?.see(event);
      } else if (event.name === 'billPosted' && !isHouse(event.bill.account))
        this.#byAccount.get(event.bill.account)?.see(event);
    }
  }

  #told(): Step[] {
    const market = this.#running(true);
    const { timeMs } = market.engine.state;
    const markets = this.#contracts.map(({ instrument, minutes }) => observeMarket(instrument, minutes, timeMs));
    const truncated = market.second >= this.#endSecond;
    return this.#seats.map((seat) => {
      const observation = observe(seat.account, markets, timeMs);
      const reward = seat.reward();
      seat.isDone ||= observation.equity < LEAST_EQUITY;
      const { results, fills, totals } = seat;
      return {
        observation,
        reward,
        terminated: seat.isDone,
        truncated,
        info: { seed: this.#present, results, fills, totals },
      };
    });
  }
}

function accepted(outcome: Outcome): void {
  if (outcome.ok) return;
  const { reason, ...found } = outcome.reject;
  throw new TypeError(`the exchange refuses the options: ${reason} ${JSON.stringify(found)}`);
}
