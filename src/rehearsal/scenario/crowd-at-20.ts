/**
 * A crowd at twenty times its money, for the liquidations of a scenario: long positions that the house takes the other
 * side of, at the mark, in one block, so that nobody's price moves by it. What becomes of them is up to the rules.
 */
import type { Command } from '../../core/language/commands.ts';
import type { Contract } from '../../core/language/contract.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { CROWD, callerOf, holdingOf, makerOf, memberOf } from '../../market/house/accounts.ts';
import { PLAIN, amountText, priceText, sizeText, stepsFor } from '../../market/house/texts.ts';

const LEVERAGE = 20;
/** Beside the crowd of every market: numbers of a contract's crowd that this one has. */
const MEMBERS = [4, 5, 6, 7, 8, 9].filter((member) => member >= CROWD);
/** Its margin, and a little for what the price does in the block. */
const FUNDS = 1.04;
/** Of the least tier that the leverage may be had in: what is worth more has less. */
const OF_TIER = 0.95;

/** Most that one account may have at its leverage, USDT. */
function mostOf({ spec }: Contract): number {
  const bounds = spec.tiers.filter(({ maxLeverage }) => maxLeverage >= LEVERAGE).map(({ bound }) => Number(bound));
  return OF_TIER * Math.max(0, ...bounds);
}

/** Most of all of it in a contract, USDT; 0: nobody may have that leverage there. */
export function mostAt20(contract: Contract): number {
  return MEMBERS.length * mostOf(contract);
}

/** @param usdt value of the positions, at most `mostAt20` */
export function crowdAt20(state: State, instrument: Instrument, usdt: number): Command[] {
  const { contract, mark } = instrument;
  const { symbol } = contract;
  const most = mostOf(contract);
  const free = MEMBERS.map((member) => memberOf(instrument, member)).toSorted(
    (a, b) => Number(hasPosition(state, a, instrument)) - Number(hasPosition(state, b, instrument)),
  );
  const maker = callerOf(makerOf(instrument));
  const commands: Command[] = [{ name: 'cancelAllOrders', ...maker, symbol, kind: 'normal' }];
  let left = usdt;
  for (const account of free) {
    const value = Math.min(left, most);
    const size = stepsFor(instrument, value, mark);
    if (value < 1) break;
    left -= value;
    const caller = callerOf(account);
    const own = { clientOrderId: `s${state.sequence.toString(36)}-${account}`, size: sizeText(instrument, size) };
    const at = { price: priceText(instrument, mark), ...PLAIN };
    commands.push(
      { name: 'deposit', account, amount: amountText((value / LEVERAGE) * FUNDS + 1) },
      { name: 'setAccountFees', account, fees: { makerFee: '0', takerFee: '0' } },
      { name: 'setLeverage', ...caller, symbol, marginMode: 'cross', long: LEVERAGE, short: LEVERAGE },
      { name: 'placeOrder', ...maker, symbol, ...own, side: 'short', effect: 'open', execution: 'normal', ...at },
      { name: 'placeOrder', ...caller, symbol, ...own, side: 'long', effect: 'open', execution: 'ioc', ...at },
    );
  }
  return commands;
}

function hasPosition(state: State, account: number, instrument: Instrument): boolean {
  return (holdingOf(state, account, instrument)?.longSize ?? 0) > 0;
}
