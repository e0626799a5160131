/**
 * The house's money: what its accounts are opened with, and what they are given when they have lost it. Users win or
 * lose against it before fees; fees are the exchange's.
 */
import type { Command } from '../../core/language/commands.ts';
import { INSURANCE } from '../../core/language/accounts.ts';
import { type AccountId, E8 } from '../../core/num/units.ts';
import { equityOf, isKnown } from '../../core/risk/margin.ts';
import type { Account, Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { WeatherRow } from './weather.ts';
import { CROWD, callerOf, holdingOf, makerOf, memberOf, takerOf } from './accounts.ts';
import { fundsOf } from './crowd.ts';
import { amountText } from './texts.ts';

const INSURANCE_FUNDS = '2000000';
const FREE = { makerFee: '0', takerFee: '0' };
/** An account below this part of its funds is given the rest. */
const TOO_LITTLE = 0.3;

/** Whether an account is opened: one that has money and pays fees was an earlier market's. */
export function isOpened(account: Account | undefined): boolean {
  return account?.fees?.takerFeeE8 === 0 && account.fees.makerFeeE8 === 0;
}

/**
 * Opens, funds and frees of fees what is new of a contract's house, or was an earlier market's: that keeps its
 * positions, and is given what it lacks.
 */
export function openingOf(state: State, instrument: Instrument, world: WeatherRow): Command[] {
  const accounts: [AccountId, number][] = [
    [makerOf(instrument), world.row.funds],
    [takerOf(instrument), world.row.funds],
  ];
  for (let member = 0; member < CROWD; member++) accounts.push([memberOf(instrument, member), fundsOf(world)]);
  return accounts.flatMap(([account, funds], place) => {
    const known = state.accounts.get(account);
    const commands: Command[] = [];
    if (!isOpened(known)) {
      const lacks = funds - equityIn(known);
      if (lacks >= 1) commands.push({ name: 'deposit', account, amount: amountText(lacks) });
      commands.push({ name: 'setAccountFees', account, fees: FREE });
    }
    // At 1x the highest tier is open (MARG-005), and no move of ours can liquidate them.
    if (place < 2 && holdingOf(state, account, instrument)?.crossLeverage !== 1) {
      const { symbol } = instrument.contract;
      const caller = callerOf(account);
      commands.push({ name: 'setLeverage', ...caller, symbol, marginMode: 'cross', long: 1, short: 1 });
    }
    return commands;
  });
}

/** Of the whole exchange, at the first start of a house. */
export function insuranceOf(): Command {
  return { name: 'deposit', account: INSURANCE, amount: INSURANCE_FUNDS };
}

/** Deposits of a contract's maker and taker now. */
export function topUpsOf(state: State, instrument: Instrument, { row }: WeatherRow): Command[] {
  return [makerOf(instrument), takerOf(instrument)].flatMap((account): Command[] => {
    const known = state.accounts.get(account);
    if (known === undefined || !isKnown(known.shared)) return [];
    const equity = equityIn(known);
    if (equity >= TOO_LITTLE * row.funds) return [];
    return [{ name: 'deposit', account, amount: amountText(row.funds - equity) }];
  });
}

/** Whole USDT, rounded down; at the last marks where one is not valid. */
function equityIn(account: Account | undefined): number {
  return account === undefined ? 0 : Math.floor(Number(equityOf(account.shared)) / E8);
}
