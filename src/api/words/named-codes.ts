/**
 * The fields whose values are numbers, with a name for each number: the clients have them as constants
 * (`scripts/client-wire.ts`). The numbers are those of the tables that read requests.
 */
import { EXECUTION_WIRE, MARGIN_MODES, ORDER_TYPES, POSITION_MODES, PRICE_KINDS, TRIGGERS } from './wire.ts';

export interface NamedCodes {
  readonly name: string;
  /** The fields of requests that hold one of these. */
  readonly fields: readonly string[];
  /** Number by name, in the order of the numbers. */
  readonly codes: ReadonlyMap<string, number>;
}

function named(name: string, fields: readonly string[], words: readonly (readonly [string, string])[]): NamedCodes {
  const codes = new Map(words.map(([code, word]) => [word.toUpperCase(), Number(code)]));
  return { name, fields, codes };
}

export const NAMED_CODES: readonly NamedCodes[] = [
  named(
    'OrderType',
    ['type', 'delegateType'],
    Object.values(ORDER_TYPES).map(({ code, word }) => [code, word]),
  ),
  named(
    'Execution',
    ['order_type'],
    Object.values(EXECUTION_WIRE).map(({ code, word }) => [code, word]),
  ),
  named('PriceKind', ['match_price', 'match_type'], Object.entries(PRICE_KINDS)),
  named('MarginMode', ['marginMode'], Object.entries(MARGIN_MODES)),
  named('PositionMode', ['separatedMode'], Object.entries(POSITION_MODES)),
  named('TriggerType', ['triggerPriceType'], Object.entries(TRIGGERS)),
];
