/**
 * settleFunding: the operator's command for a funding pass out of turn (FUND-004).
 *
 * It fixes the rate it names and settles at the present mark, like a boundary; the period's samples and the next boundary stay as they
 * are. The rate must lie within the contract's floor and cap: they are what its traders were promised.
 */
import type { SettleFunding } from '../commands.ts';
import { canonicalText, isDecimalText, scaledInteger } from '../num/decimal.ts';
import type { Decision } from '../outcome.ts';
import { accept, refuse } from '../outcome.ts';
import type { Turn } from '../turn.ts';
import { settle } from './funding.ts';

export function settleFunding(turn: Turn, command: SettleFunding): Decision<null> {
  const { symbol, rate } = command;
  const instrument = turn.state.bySymbol.get(symbol);
  if (instrument === undefined) return refuse({ reason: 'PARAMETER_INVALID', parameter: 'symbol', code: '40020', found: symbol });
  const { fundingFloorE8, fundingCapE8 } = instrument.contract;
  const rateE8 = isDecimalText(rate) ? scaledInteger(rate, 8) : null;
  if (typeof rateE8 !== 'number' || rateE8 < fundingFloorE8 || rateE8 > fundingCapE8) {
    const need = `${canonicalText(fundingFloorE8, 8)} to ${canonicalText(fundingCapE8, 8)}, at most 8 decimals`;
    return refuse({ reason: 'PARAMETER_INVALID', parameter: 'rate', code: '40020', found: `${rate}, needs ${need}` });
  }
  if (!instrument.markValid)
    return refuse({
      reason: 'MARK_PRICE_UNAVAILABLE',
      symbol,
      ageMs: turn.timeMs - instrument.indexTimeMs,
      allowedMs: turn.state.parameters.indexStaleMs,
    });

  // From here on it must succeed.
  settle(turn, instrument, rateE8, turn.timeMs);
  return accept(null);
}
