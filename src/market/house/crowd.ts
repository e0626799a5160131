/**
 * One of a contract's crowd: a trader with little money and much leverage, who goes long when prices have risen, keeps
 * it for an hour or a day, is liquidated now and then by the rules, and begins again.
 */
import type { Command } from '../../core/language/commands.ts';
import type { AccountId } from '../../core/num/units.ts';
import { E8 } from '../../core/num/units.ts';
import { equityOf } from '../../core/risk/margin.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Draws } from '../world/draws.ts';
import type { WeatherRow } from './weather.ts';
import { callerOf, holdingOf, netOf } from './accounts.ts';
import type { Fair } from './fair.ts';
import { takeOrder } from './taker.ts';
import { amountText, valueOf } from './texts.ts';

/** Seconds. */
const FIRST_WAIT = 7_200;
const LEAST_WAIT = 600;
const MOST_WAIT = 10_800;
const GIVES_UP = 600;
const LEAST_KEPT = 900;
/** Of the value of a contract's first level. */
const FUNDS = 0.15;
/** The most one wants, USDT: where a contract's first level is so deep, and elsewhere. */
const DEEP = 15_000;
const MOST_IN_DEEP = 200_000;
const MOST = 45_000;

interface Plan {
  phase: 'waits' | 'opens' | 'keeps' | 'closes';
  /** The second at which the phase ends. */
  until: number;
  isLong: boolean;
  /** USDT. */
  wants: number;
}

export type MemberState = Readonly<Plan>;

export function fundsOf({ row }: WeatherRow): number {
  return FUNDS * row.depth;
}

export class Member {
  readonly #account: AccountId;
  readonly #instrument: Instrument;
  readonly #world: WeatherRow;
  readonly #fair: Fair;
  readonly #draws: Draws;
  #plan: Plan | null = null;

  constructor(account: AccountId, instrument: Instrument, world: WeatherRow, fair: Fair, draws: Draws) {
    this.#account = account;
    this.#instrument = instrument;
    this.#world = world;
    this.#fair = fair;
    this.#draws = draws;
  }

  /** Its acts in a second, on the present state. */
  act(state: State, second: number): readonly Command[] {
    const plan = (this.#plan ??= {
      phase: 'waits',
      until: second + Math.floor(FIRST_WAIT * this.#draws.u()),
      isLong: true,
      wants: 0,
    });
    const net = netOf(holdingOf(state, this.#account, this.#instrument));
    const has = valueOf(this.#instrument, Math.abs(net), this.#instrument.mark);
    if (plan.phase === 'waits') return second < plan.until ? [] : this.#begin(state, plan, second);
    if (plan.phase === 'opens') {
      if (has < 0.9 * plan.wants && second < plan.until)
        return this.#take(state, plan.isLong, plan.wants - has, second);
      plan.phase = 'keeps';
      plan.until = second + LEAST_KEPT + Math.floor(7_200 * this.#draws.pareto(0.35, 4));
    }
    // Never had it, or was liquidated.
    if (net === 0) this.#wait(plan, second);
    else if (plan.phase === 'keeps' && second >= plan.until) plan.phase = 'closes';
    return plan.phase === 'closes' ? this.#take(state, net < 0, has, second) : [];
  }

  save(): MemberState | null {
    return this.#plan === null ? null : { ...this.#plan };
  }

  restore(plan: MemberState | null): void {
    this.#plan = plan === null ? null : { ...plan };
  }

  #wait(plan: Plan, second: number): void {
    plan.phase = 'waits';
    plan.until = second + LEAST_WAIT + Math.floor((MOST_WAIT - LEAST_WAIT) * this.#draws.u());
  }

  #begin(state: State, plan: Plan, second: number): readonly Command[] {
    const draws = this.#draws;
    const { contract } = this.#instrument;
    const { row, flow } = this.#world;
    const funds = fundsOf(this.#world);
    const commands: Command[] = [];
    const account = state.accounts.get(this.#account);
    let equity = account === undefined ? 0 : Number(equityOf(account.shared)) / E8;
    if (equity < funds / 2) {
      commands.push({ name: 'deposit', account: this.#account, amount: amountText(funds - Math.floor(equity)) });
      equity = funds;
    }
    const most = contract.maxLeverage <= 50 ? 20 : 40;
    const leverage = 5 + draws.below(most - 4);
    const { symbol } = contract;
    const caller = callerOf(this.#account);
    const both = { long: leverage, short: leverage };
    commands.push({ name: 'setLeverage', ...caller, symbol, marginMode: 'cross', ...both });
    plan.isLong = draws.u() < (flow.hour > 0 ? 0.65 : 0.45);
    const wants = leverage * Math.min(equity, 2 * funds) * 0.9;
    plan.wants = Math.min(wants, row.depth >= DEEP ? MOST_IN_DEEP : MOST);
    plan.phase = 'opens';
    plan.until = second + GIVES_UP;
    return commands;
  }

  #take(state: State, buys: boolean, wants: number, second: number): readonly Command[] {
    const usdt = Math.min(this.#world.row.depth, wants);
    const order = takeOrder(state, this.#instrument, this.#fair, {
      account: this.#account,
      buys,
      usdt,
      name: `c${second.toString(36)}`,
    });
    return order === null ? [] : [order];
  }
}
