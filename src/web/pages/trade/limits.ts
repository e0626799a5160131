/**
 * The limits of orders in a contract at this moment, from what the page knows.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { assets, isAccountLive, orders, positions } from '../../live/account.ts';
import { closableOf } from '../../live/closable.ts';
import { quote } from '../../live/market.ts';
import type { Limits } from '../../live/order-checks.ts';
import { best } from '../../live/terminal.ts';
import { leverageOf, terms } from '../../live/terms.ts';

export function limitsOf(contract: ContractsRow): Limits {
  const { symbol, size_increment } = contract;
  const known = terms.value;
  const { ask, bid } = best.value;
  return {
    contract,
    mark: quote(symbol)?.ticker.value?.markPrice ?? null,
    bestAsk: ask,
    bestBid: bid,
    available: assets.value?.available ?? null,
    leverage: {
      long: known === null ? '' : leverageOf(known, true),
      short: known === null ? '' : leverageOf(known, false),
    },
    takerFee: known?.takerFee ?? '',
    closable: isAccountLive.value ? closableOf(symbol, Number(size_increment), positions.value, orders.value) : null,
  };
}
