/**
 * settleFunding: the operator's command for a funding pass out of turn (FUND-004).
 *
 * It fixes the rate it names and settles at the present mark, like a boundary; the period's samples and the next
 * boundary stay as they are. The rate must be within the contract's floor and cap: they are what its traders were
 * promised.
 */
import { invalidField } from '../language/rejects.ts';
import type { SettleFunding } from '../language/commands.ts';
import { canonicalText, scaledInteger } from '../num/decimal.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { settle } from './funding.ts';

export function settleFunding(turn: Turn, command: SettleFunding): Decision<null> {
  const { symbol, rate } = command;
  const instrument = turn.state.bySymbol.get(symbol);
  if (instrument === undefined) return refuse(invalidField('symbol', symbol));
  const { fundingFloorE8, fundingCapE8 } = instrument.contract;
  const rateE8 = scaledInteger(rate, 8);
  if (typeof rateE8 !== 'number' || rateE8 < fundingFloorE8 || rateE8 > fundingCapE8) {
    const need = `${canonicalText(fundingFloorE8, 8)} to ${canonicalText(fundingCapE8, 8)}, at most 8 decimals`;
    return refuse(invalidField('rate', `${rate}, needs ${need}`));
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
