// Callers' names for the fields of commands, in messages about them: one row per command and field whose names differ,
// and the two messages that carry such a name.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../core/engine.ts';
import type { CommandName } from '../../core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { type CommandField, conflictingField, invalidField } from '../../core/language/rejects.ts';
import { ROUTES } from '../v2/index.ts';
import { messageOf } from './errors.ts';
import { fieldName } from './field-names.ts';
import { rejectError } from './rejects.ts';

const NAMES: readonly (readonly [command: CommandName, field: CommandField, name: string])[] = [
  ['placeOrder', 'clientOrderId', 'client_oid'],
  ['placeOrder', 'execution', 'order_type'],
  ['placeOrder', 'takeProfit', 'presetTakeProfitPrice'],
  ['placeOrder', 'stopLoss', 'presetStopLossPrice'],
  ['placeOrder', 'price', 'price'],
  ['placePlanOrder', 'clientOrderId', 'client_oid'],
  ['placePlanOrder', 'price', 'execute_price'],
  ['placePlanOrder', 'triggerPrice', 'trigger_price'],
  ['placePlanOrder', 'takeProfit', 'presetTakeProfitPrice'],
  ['placePlanOrder', 'stopLoss', 'presetStopLossPrice'],
  ['placeTpSlOrder', 'clientOrderId', 'clientOrderId'],
  ['placeTpSlOrder', 'price', 'executePrice'],
  ['placeTpSlOrder', 'triggerPrice', 'triggerPrice'],
  ['modifyTpSlOrder', 'price', 'executePrice'],
  ['setLeverage', 'long', 'longLeverage'],
  ['setLeverage', 'short', 'shortLeverage'],
  ['adjustIsolatedMargin', 'amount', 'collateralAmount'],
  ['settleFunding', 'rate', 'rate'],
];

/** The operations that send these commands, where there are any yet. */
const OPERATIONS: Readonly<Partial<Record<CommandName, string>>> = {
  placeOrder: 'placeOrder',
  placePlanOrder: 'plan_order',
  setLeverage: 'leverage',
  adjustIsolatedMargin: 'adjustMargin',
};

const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
engine.apply({
  sequence: 1,
  timeMs: 0,
  command: { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
});

describe.each(NAMES)('%s %s', (command, field, name) => {
  it(`is called ${name}`, () => {
    expect(fieldName(field, command)).toBe(name);
    const route = ROUTES.find(({ operation }) => operation === OPERATIONS[command]);
    if (route !== undefined) expect(Object.keys(route.parameters)).toContain(name);
  });

  it('is named in what a caller is told', () => {
    const told = (reject: Parameters<typeof rejectError>[0]): string =>
      messageOf(rejectError(reject, engine.state, command), 'en');
    expect(told(invalidField(field, 'x'))).toBe(`Parameter ${name} is invalid`);
    expect(told(conflictingField(field, 'x'))).toBe(`Parameter validation failed: ${name}: x`);
    expect(told({ reason: 'PRICE_OUT_OF_RANGE', symbol: 'cmt_btcusdt', field, text: '1' })).toContain(`: ${name} 1 is`);
  });
});
