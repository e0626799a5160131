/**
 * setIndexPrice: how prices come in (MARK-001, MARK-004). Only this and `tick` move the mark. A price beyond the
 * highest an order may have isn't a price: no mark, value or bill leaves its bounds by it (ARIT-007).
 */
import type { SetIndexPrice } from '../language/commands.ts';
import { canonicalText, isDecimalText, scaledInteger } from '../num/decimal.ts';
import { mul } from '../num/mul-div.ts';
import { MAX_TICKS } from '../num/units.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';
import { nextFundingTime, recomputeMark } from './mark-price.ts';

export function setIndexPrice(turn: Turn, command: SetIndexPrice): Decision<null> {
  const { symbol, sourceTimeMs, pastSeed } = command;
  const instrument = turn.state.bySymbol.get(symbol);
  if (instrument === undefined || instrument.tradingState === 'DELISTED')
    return refuse({ reason: 'INDEX_INVALID', symbol, found: symbol, need: 'a listed contract' });
  const price = isDecimalText(command.price) ? scaledInteger(command.price, 8) : null;
  if (price === null || price <= 0)
    return refuse({
      reason: 'INDEX_INVALID',
      symbol,
      found: command.price,
      need: 'a price above 0 with at most 8 decimals',
    });
  const highest = mul(MAX_TICKS, instrument.contract.tickE8);
  if (price > highest)
    return refuse({
      reason: 'INDEX_INVALID',
      symbol,
      found: command.price,
      need: `at most ${canonicalText(highest, 8)}`,
    });
  if (sourceTimeMs < instrument.indexTimeMs)
    return refuse({
      reason: 'INDEX_INVALID',
      symbol,
      found: `source time ${sourceTimeMs}`,
      need: `at least ${instrument.indexTimeMs}`,
    });

  if (pastSeed !== undefined && instrument.indexPrice !== 0)
    return refuse({
      reason: 'INDEX_INVALID',
      symbol,
      found: 'a past for a contract that has a price',
      need: 'no pastSeed after the first price',
    });

  // From here on it must succeed.
  if (pastSeed !== undefined) {
    const { contract } = instrument;
    announce(turn, { name: 'pastFixed', symbol, contract, seed: pastSeed, price, endMs: turn.timeMs });
  }
  instrument.indexPrice = price;
  instrument.indexTimeMs = sourceTimeMs;
  if (instrument.nextFundingMs === 0) instrument.nextFundingMs = nextFundingTime(instrument, turn.timeMs);
  recomputeMark(turn, instrument);
  return accept(null);
}
