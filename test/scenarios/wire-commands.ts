/**
 * Commands of the worked vectors (wire names and codes) as commands of the core, with the parameter check the API makes
 * (40017, 40020).
 *
 * A small table for tests: `src/api/words/wire.ts` is the real thing. It refuses what the API refuses, so that a
 * refused step never reaches the engine.
 */
import type { Caller, Command, OrderFields, TransferReason, TriggerBy } from '../../src/core/language/commands.ts';
import { EXECUTION_CODES } from '../../src/api/words/wire.ts';
import { rulesOf } from '../../src/core/language/execution.ts';

export type WireCommand = Readonly<Record<string, unknown>> & { readonly name: string };

/** A parameter error: decided before there is a command. */
export class Refused extends Error {
  readonly code: '40017' | '40020';
  readonly parameter: string;

  constructor(code: '40017' | '40020', parameter: string) {
    super(`${code} ${parameter}`);
    this.code = code;
    this.parameter = parameter;
  }
}

const CLIENT_OID = /^[A-Za-z0-9_.:#/@+=-]{1,40}$/;

/** `value` as text, or null when not given. */
function given(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : String(value);
}

function text(command: WireCommand, field: string): string {
  const value = given(command[field]);
  if (value === null) throw new Error(`${command.name}: ${field} is not given`);
  return value;
}

/** Decimal text without needless zeros. */
function canonical(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.');
  const end = fraction.replace(/0+$/, '');
  return end === '' ? whole : `${whole}.${end}`;
}

const decimal = (command: WireCommand, field: string): string => canonical(text(command, field));

function optionalDecimal(command: WireCommand, field: string): string | null {
  const value = given(command[field]);
  return value === null || canonical(value) === '0' ? null : canonical(value);
}

function oneOf<T>(command: WireCommand, field: string, codes: Readonly<Record<string, T>>): T {
  const found = codes[text(command, field)];
  if (found === undefined) throw new Refused('40020', field);
  return found;
}

function optional<T>(command: WireCommand, field: string, codes: Readonly<Record<string, T>>): T | null {
  return given(command[field]) === null ? null : oneOf(command, field, codes);
}

const ORDER_TYPES = {
  1: { side: 'long', effect: 'open' },
  2: { side: 'short', effect: 'open' },
  3: { side: 'long', effect: 'close' },
  4: { side: 'short', effect: 'close' },
} as const;
const MARGIN_MODES = { 1: 'cross', 3: 'isolated' } as const;
const POSITION_MODES = { 1: 'combined', 2: 'separated' } as const;
const TRIGGERS: Readonly<Record<string, TriggerBy>> = { 1: 'last', 3: 'mark' };

const caller = (command: WireCommand): Caller => ({
  account: Number(command['account']),
  keyId: 'key',
  channel: 'api',
});
const positionId = (command: WireCommand): number | null =>
  given(command['positionId']) === null ? null : Number(command['positionId']);

function clientOid(command: WireCommand, field: string): string {
  const oid = text(command, field);
  if (!CLIENT_OID.test(oid)) throw new Refused('40020', field);
  return oid;
}

const modes = (command: WireCommand) => ({
  marginMode: optional(command, 'marginMode', MARGIN_MODES),
  positionMode: optional(command, 'separatedMode', POSITION_MODES),
});

const presets = (command: WireCommand) => ({
  takeProfit: optionalDecimal(command, 'presetTakeProfitPrice'),
  stopLoss: optionalDecimal(command, 'presetStopLossPrice'),
});

function orderFields(command: WireCommand): OrderFields {
  const execution = oneOf(command, 'order_type', EXECUTION_CODES);
  const market = oneOf(command, 'match_price', { 0: false, 1: true });
  if (market && rulesOf(execution).makerOnly) throw new Refused('40017', 'order_type');
  return {
    clientOrderId: clientOid(command, 'client_oid'),
    ...oneOf(command, 'type', ORDER_TYPES),
    execution,
    size: decimal(command, 'size'),
    price: market ? null : decimal(command, 'price'),
    ...presets(command),
    ...modes(command),
    positionId: positionId(command),
  };
}

function leverage(command: WireCommand, field: string): number {
  const value = text(command, field);
  if (!/^[1-9][0-9]*$/.test(value)) throw new Refused('40020', field);
  return Number(value);
}

const symbol = (command: WireCommand): string => text(command, 'symbol');
const row = (name: string, fields: unknown): WireCommand => ({ ...(fields as WireCommand), name });

type Translation = (command: WireCommand) => Command;

const TRADING: Readonly<Record<string, Translation>> = {
  placeOrder: (command) => ({
    name: 'placeOrder',
    ...caller(command),
    symbol: symbol(command),
    ...orderFields(command),
  }),
  batchOrders: (command) => ({
    name: 'batchOrders',
    ...caller(command),
    symbol: symbol(command),
    orders: (command['orderDataList'] as unknown[]).map((fields) => orderFields(row('batchOrders', fields))),
  }),
  cancelOrder: (command) => ({
    name: 'cancelOrder',
    ...caller(command),
    orderId: Number(command['orderId']),
    clientOrderId: null,
  }),
  cancelPlanOrder: (command) => ({ name: 'cancelPlanOrder', ...caller(command), orderId: Number(command['orderId']) }),
  cancelBatchOrders: (command) => ({
    name: 'cancelBatchOrders',
    ...caller(command),
    orderIds: (command['ids'] as number[] | undefined) ?? [],
    clientOrderIds: (command['cids'] as string[] | undefined) ?? [],
  }),
  cancelAllOrders: (command) => ({
    name: 'cancelAllOrders',
    ...caller(command),
    symbol: given(command['symbol']),
    kind: oneOf(command, 'cancelOrderType', { normal: 'normal', plan: 'plan' } as const),
  }),
  closePositions: (command) => ({
    name: 'closePositions',
    ...caller(command),
    symbol: given(command['symbol']),
    positionId: positionId(command),
  }),
  placePlanOrder: (command) => ({
    name: 'placePlanOrder',
    ...caller(command),
    symbol: symbol(command),
    clientOrderId: given(command['client_oid']) === null ? null : clientOid(command, 'client_oid'),
    ...oneOf(command, 'type', ORDER_TYPES),
    size: decimal(command, 'size'),
    price: oneOf(command, 'match_type', { 0: false, 1: true }) ? null : decimal(command, 'execute_price'),
    triggerPrice: decimal(command, 'trigger_price'),
    triggerBy: optional(command, 'triggerPriceType', TRIGGERS) ?? 'unset',
    ...presets(command),
    ...modes(command),
    positionId: positionId(command),
  }),
  placeTpSlOrder: (command) => ({
    name: 'placeTpSlOrder',
    ...caller(command),
    symbol: symbol(command),
    clientOrderId: clientOid(command, 'clientOrderId'),
    kind: oneOf(command, 'planType', { profit_plan: 'takeProfit', loss_plan: 'stopLoss' } as const),
    side: oneOf(command, 'positionSide', { long: 'long', short: 'short' } as const),
    size: decimal(command, 'size'),
    price: optionalDecimal(command, 'executePrice'),
    triggerPrice: decimal(command, 'triggerPrice'),
    triggerBy: optional(command, 'triggerPriceType', TRIGGERS) ?? 'unset',
    positionId: positionId(command),
  }),
  modifyTpSlOrder: (command) => ({
    name: 'modifyTpSlOrder',
    ...caller(command),
    orderId: Number(command['orderId']),
    triggerPrice: decimal(command, 'triggerPrice'),
    price: optionalDecimal(command, 'executePrice'),
    triggerBy: optional(command, 'triggerPriceType', { 1: 'last', 3: 'mark' } as const) ?? 'last',
  }),
};

const SETTINGS: Readonly<Record<string, Translation>> = {
  setLeverage: (command) => {
    const long = leverage(command, 'longLeverage');
    const short = given(command['shortLeverage']) === null ? long : leverage(command, 'shortLeverage');
    return {
      name: 'setLeverage',
      ...caller(command),
      symbol: symbol(command),
      marginMode: oneOf(command, 'marginMode', MARGIN_MODES),
      long,
      short,
    };
  },
  setMarginMode: (command) => ({
    name: 'setMarginMode',
    ...caller(command),
    symbol: symbol(command),
    marginMode: oneOf(command, 'marginMode', MARGIN_MODES),
    positionMode: oneOf(command, 'separatedMode', POSITION_MODES),
  }),
  adjustIsolatedMargin: (command) => ({
    name: 'adjustIsolatedMargin',
    ...caller(command),
    positionId: Number(command['isolatedPositionId']),
    amount: decimal(command, 'collateralAmount'),
  }),
  setAutoAppend: (command) => ({
    name: 'setAutoAppend',
    ...caller(command),
    positionId: Number(command['positionId']),
    on: command['autoAppendMargin'] === true,
  }),
};

const OPERATOR: Readonly<Record<string, Translation>> = {
  deposit: (command) => ({ name: 'deposit', account: Number(command['account']), amount: decimal(command, 'amount') }),
  withdraw: (command) => ({
    name: 'withdraw',
    account: Number(command['account']),
    amount: decimal(command, 'amount'),
  }),
  transfer: (command) => ({
    name: 'transfer',
    from: Number(command['from']),
    to: Number(command['to']),
    amount: decimal(command, 'amount'),
    reason: text(command, 'reason') as TransferReason,
  }),
  setIndexPrice: (command) => ({
    name: 'setIndexPrice',
    symbol: symbol(command),
    price: decimal(command, 'price'),
    sourceTimeMs: Number(command['sourceTimeMs']),
  }),
  settleFunding: (command) => ({ name: 'settleFunding', symbol: symbol(command), rate: decimal(command, 'rate') }),
  setLead: (command) => {
    const party = command['thirdParty'] as { readonly account: number; readonly ratio: string } | null | undefined;
    return {
      name: 'setLead',
      account: Number(command['account']),
      shareRatio: decimal(command, 'shareRatio'),
      thirdParty: party == null ? null : { account: party.account, ratio: canonical(party.ratio) },
    };
  },
  follow: (command) => ({
    name: 'follow',
    account: Number(command['account']),
    lead: Number(command['lead']),
    copyRatio: decimal(command, 'copyRatio'),
    marginMode: optional(command, 'marginMode', MARGIN_MODES) ?? 'cross',
  }),
  settleCopyTrading: () => ({ name: 'settleCopyTrading' }),
  acceptClock: (command) => ({
    name: 'acceptClock',
    wallMs: Number(command['wallMs']),
    jumpMs: Number(command['jumpMs']),
    aheadUntilMs: Number(command['aheadUntilMs']),
    reason: String(command['reason'] ?? ''),
  }),
  setAccountFrozen: (command) => ({
    name: 'setAccountFrozen',
    account: Number(command['account']),
    frozen: command['on'] === true,
  }),
  setContractState: (command) => ({
    name: 'setContractState',
    symbol: symbol(command),
    state: oneOf(command, 'state', { HALTED: 'HALTED', TRADING: 'TRADING' } as const),
  }),
};

const TRANSLATIONS: Readonly<Record<string, Translation>> = { ...TRADING, ...SETTINGS, ...OPERATOR };

/**
 * The core command of a wire command.
 * @throws Refused when the API's parameter check refuses it
 */
export function toCommand(command: WireCommand): Command {
  const translation = TRANSLATIONS[command.name];
  if (translation === undefined) throw new Error(`no command of the core for '${command.name}'`);
  return translation(command);
}
