/**
 * The room a day's loss leaves (LIMT-004): the limit, less what the account has lost since the day began, less what it
 * may still lose by what is open if marks stay where they are.
 *
 * What is open is closed within 1 % of the mark or not at all (LIMT-005), so a position may cost that and the fee;
 * an order that rests may be filled at its price, however far from the mark that is.
 */
import type { Contract } from '../language/contract.ts';
import { valueOf } from '../language/contract.ts';
import { rulesOf } from '../language/execution.ts';
import { add, max, mulDivCeil, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Draft } from './draft.ts';
import type { MatchPlan } from './match.ts';
import { equityOf } from '../risk/margin.ts';
import { isBuy } from '../state/order.ts';
import type { Account, Instrument, KeyLimits } from '../state/records.ts';

/** How far from the mark a position is closed at most: 1 %, in 1e-8. */
export const SLIP_E8 = 1_000_000;

/** The account's worth, if it were closed at the marks. */
export function worthOf(account: Account): Money {
  let worth = equityOf(account.shared);
  for (const holding of account.holdings)
    for (const position of holding?.positions ?? [])
      if (position.marginMode === 'isolated') worth = add(worth, equityOf(position.part));
  return worth;
}

/** Below 0: the limit is reached. */
export function roomOf({ account, maxDayLoss, dayWorth }: KeyLimits): Money {
  const lost = sub(dayWorth, worthOf(account));
  return sub(sub(maxDayLoss, lost), openRiskOf(account));
}

function openRiskOf(account: Account): Money {
  let risk: Money = 0;
  for (const holding of account.holdings) {
    if (holding === undefined || holding.positions.length === 0) continue;
    const { contract, mark } = holding.instrument;
    risk = add(risk, closingCost(contract, valueOf(contract, mark, holding.longSize + holding.shortSize)));
  }
  for (const { instrument, side, effect, price, remaining } of account.orders.values())
    risk = add(risk, restingRisk(instrument, isBuy(side, effect), effect, price, remaining));
  return risk;
}

function closingCost({ takerFeeE8 }: Contract, value: Money): Money {
  return mulDivCeil(value, SLIP_E8 + takerFeeE8, E8);
}

function feeOf({ takerFeeE8 }: Contract, value: Money): Money {
  return mulDivCeil(value, takerFeeE8, E8);
}

/** A fill's price against the mark: above 0 it costs, below 0 it gains. */
function adverseOf({ contract, mark }: Instrument, buy: boolean, price: Ticks, size: Steps): Money {
  const [paid, fair] = [valueOf(contract, price, size), valueOf(contract, mark, size)];
  return buy ? sub(paid, fair) : sub(fair, paid);
}

/** A close gives back what its position's closing was counted at. */
function restingRisk(instrument: Instrument, buy: boolean, effect: Draft['effect'], price: Ticks, size: Steps): Money {
  const { contract, mark } = instrument;
  const value = valueOf(contract, price > mark ? price : mark, size);
  const adverse = max(0, adverseOf(instrument, buy, price, size));
  const cost = add(adverse, feeOf(contract, value));
  if (effect === 'open') return add(cost, closingCost(contract, value));
  return max(0, sub(cost, closingCost(contract, valueOf(contract, mark, size))));
}

/** The room an order would take, by the plan of its fills; 0 or below: none. */
export function neededBy({ instrument, buy, effect, price, size, execution }: Draft, plan: MatchPlan): Money {
  const { contract, mark } = instrument;
  let need: Money = 0;
  for (const step of plan.steps) {
    if (step.refusal !== null) continue;
    const atMark = closingCost(contract, valueOf(contract, mark, step.size));
    need = add(need, adverseOf(instrument, buy, step.price, step.size));
    need = add(need, feeOf(contract, valueOf(contract, step.price, step.size)));
    need = effect === 'open' ? add(need, atMark) : sub(need, atMark);
  }
  const rests = price > 0 && rulesOf(execution).rests && !plan.endedAtOwn;
  return rests ? add(need, restingRisk(instrument, buy, effect, price, size - plan.filled)) : need;
}
