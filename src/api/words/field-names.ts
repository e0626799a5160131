/**
 * The callers' names for the fields of commands, for messages about them. The core knows its own names only; a field
 * that is not listed here is called the same on both sides.
 */
import type { CommandName, CommandOf, OrderFields } from '../../core/language/commands.ts';

type Names<Fields> = Readonly<Partial<Record<keyof Fields, string>>>;

const order: Names<OrderFields> = {
  clientOrderId: 'client_oid',
  execution: 'order_type',
  takeProfit: 'presetTakeProfitPrice',
  stopLoss: 'presetStopLossPrice',
};

const NAMES: { readonly [Name in CommandName]?: Names<CommandOf<Name>> | typeof order } = {
  placeOrder: order,
  batchOrders: order,
  placePlanOrder: { ...order, price: 'execute_price', triggerPrice: 'trigger_price' },
  placeTpSlOrder: { price: 'executePrice' },
  modifyTpSlOrder: { price: 'executePrice' },
  setLeverage: { long: 'longLeverage', short: 'shortLeverage' },
  registerTeam: { contest: 'contestId' },
  setModels: { contest: 'contestId' },
  withdrawTeam: { contest: 'contestId' },
  caseStep: { contest: 'contestId', case: 'caseId' },
  adjustIsolatedMargin: { amount: 'collateralAmount' },
};

/** The name of a command's field; without a command, that of an order. */
export function fieldName(field: string, command: CommandName = 'placeOrder'): string {
  const names: Readonly<Record<string, string | undefined>> = NAMES[command] ?? {};
  return names[field] ?? field;
}
