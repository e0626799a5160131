/**
 * The lines of a scenario that speak of orders, as commands: the phrases after a price (`post-only`, `take profit
 * 52000`, `as a1`), and what they make of an order, a plan order, a take-profit, a batch or a cancel.
 */
import type {
  Command,
  MarginMode,
  OrderFields,
  PositionMode,
  Side,
  TriggerBy,
} from '../../src/core/language/commands.ts';
import { EXECUTION_NAMES, type Execution } from '../../src/core/language/execution.ts';
import { accountId, type Groups, idOf, type Line, type Play, positionOf, symbolOf } from './play.ts';

/** Who sends it, as every command of a person says it; as if all were one request (FLOW-010). */
export const caller = (who: string | undefined) => ({
  account: accountId(who ?? ''),
  keyId: `key ${accountId(who ?? '')}`,
  channel: 'api' as const,
  digest: 'one-request',
});

type Options = Record<string, string>;

/** `post-only` for postOnly; an order without such a word is normal. */
const EXECUTION_WORDS: Readonly<Record<string, Execution>> = Object.fromEntries(
  EXECUTION_NAMES.filter((name) => name !== 'normal').map((name) => [
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    name,
  ]),
);

const OPTIONS: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['contract', /^in (\S+)/],
  ['execution', new RegExp(`^(${Object.keys(EXECUTION_WORDS).join('|')})\\b`)],
  ['takeProfit', /^take profit (\S+)/],
  ['stopLoss', /^stop loss (\S+)/],
  ['marginMode', /^(cross|isolated)\b/],
  ['positionMode', /^(combined|separated)\b/],
  ['place', /^position #(\d+)/],
  ['position', /^position (\d+)/],
  ['price', /^at (\S+)/],
  ['by', /^by (mark|last)\b/],
  ['name', /^as ([\w-]+)/],
];

/** The phrases after a command, each at most once, in any order; anything else is an error. */
function optionsOf(text: string | undefined, allowed: readonly string[]): Options {
  const options: Options = {};
  let rest = (text ?? '').trim();
  while (rest !== '') {
    const hit = OPTIONS.map(([key, pattern]) => ({ key, match: pattern.exec(rest) })).find(
      ({ match }) => match !== null,
    );
    if (hit?.match == null || !allowed.includes(hit.key)) throw new Error(`not something to say here: '${rest}'`);
    if (hit.key in options) throw new Error(`said twice: '${hit.match[0]}'`);
    options[hit.key] = hit.match[1] ?? '';
    rest = rest.slice(hit.match[0].length).trim();
  }
  return options;
}

const ORDER_OPTIONS = [
  'contract',
  'execution',
  'takeProfit',
  'stopLoss',
  'marginMode',
  'positionMode',
  'place',
  'position',
  'name',
];

const priceOf = (text: string | undefined): string | null => (text === 'market' ? null : (text ?? null));

function addressed(play: Play, who: string, side: string, options: Options): number | null {
  if (options['position'] !== undefined) return Number(options['position']);
  return options['place'] === undefined ? null : positionOf(play, who, side, options['place'], options['contract']).id;
}

function orderFields(groups: Groups, options: Options, oid: string, positionId: number | null): OrderFields {
  return {
    clientOrderId: oid,
    side: groups['side'] as Side,
    effect: groups['verb'] === 'opens' || groups['verb'] === 'open' ? 'open' : 'close',
    execution: EXECUTION_WORDS[options['execution'] ?? ''] ?? 'normal',
    size: groups['size'] ?? '',
    price: priceOf(groups['price']),
    takeProfit: options['takeProfit'] ?? null,
    stopLoss: options['stopLoss'] ?? null,
    marginMode: (options['marginMode'] as MarginMode | undefined) ?? null,
    positionMode: (options['positionMode'] as PositionMode | undefined) ?? null,
    positionId,
  };
}

export function placeOrder(groups: Groups, play: Play, oid: string): Command {
  const options = optionsOf(groups['options'], ORDER_OPTIONS);
  const positionId = addressed(play, groups['who'] ?? '', groups['side'] ?? '', options);
  return {
    name: 'placeOrder',
    ...caller(groups['who']),
    symbol: symbolOf(options['contract']),
    ...orderFields(groups, options, oid, positionId),
  };
}

export function placePlanOrder(groups: Groups, play: Play, oid: string): Command {
  const allowed = ORDER_OPTIONS.filter((option) => option !== 'execution');
  const options = optionsOf(groups['options'], allowed);
  const positionId = addressed(play, groups['who'] ?? '', groups['side'] ?? '', options);
  const { execution: _none, ...fields } = orderFields(groups, options, oid, positionId);
  const triggerBy: TriggerBy = groups['by'] === 'price' ? 'unset' : (groups['by'] as TriggerBy);
  const named = options['name'] === undefined ? null : oid;
  return {
    name: 'placePlanOrder',
    ...caller(groups['who']),
    symbol: symbolOf(options['contract']),
    ...fields,
    clientOrderId: named,
    triggerPrice: groups['trigger'] ?? '',
    triggerBy,
  };
}

export function placeTpSlOrder(groups: Groups, play: Play, oid: string): Command {
  const options = optionsOf(groups['options'], ['contract', 'place', 'position', 'price', 'by', 'name']);
  return {
    name: 'placeTpSlOrder',
    ...caller(groups['who']),
    symbol: symbolOf(options['contract']),
    clientOrderId: oid,
    kind: groups['kind'] === 'take profit' ? 'takeProfit' : 'stopLoss',
    side: groups['side'] as Side,
    size: groups['size'] === 'rest' ? null : (groups['size'] ?? ''),
    price: options['price'] ?? null,
    triggerPrice: groups['trigger'] ?? '',
    triggerBy: (options['by'] as TriggerBy | undefined) ?? 'unset',
    positionId: addressed(play, groups['who'] ?? '', groups['side'] ?? '', options),
  };
}

export function modifyTpSlOrder(groups: Groups, play: Play): Command {
  const options = optionsOf(groups['options'], ['price', 'by']);
  return {
    name: 'modifyTpSlOrder',
    ...caller(groups['who']),
    orderId: idOf(play, groups['order'] ?? ''),
    triggerPrice: groups['trigger'] ?? '',
    price: options['price'] ?? null,
    triggerBy: options['by'] === 'mark' ? 'mark' : 'last',
  };
}

/** An order by name, or any number as an id. */
export const orderId = (play: Play, name: string): number => (/^\d+$/.test(name) ? Number(name) : idOf(play, name));

export function cancel(groups: Groups, play: Play): Command {
  const who = caller(groups['who']);
  const name = groups['order'] ?? '';
  if (groups['how'] === 'plan ') return { name: 'cancelPlanOrder', ...who, orderId: orderId(play, name) };
  if (groups['how'] === 'oid ') return { name: 'cancelOrder', ...who, orderId: null, clientOrderId: name };
  return { name: 'cancelOrder', ...who, orderId: orderId(play, name), clientOrderId: null };
}

const ROW = /^(?<verb>opens|closes) (?<side>long|short) (?<size>\S+) at (?<price>\S+)(?<options>.*)$/;

export function batch(play: Play, groups: Groups, line: Line): Command {
  const options = optionsOf(groups['options'], ['contract', 'marginMode', 'positionMode']);
  const orders = line.rows.map((row) => {
    const match = ROW.exec(row.text);
    if (match?.groups === undefined) throw new Error(`not a row of a batch: '${row.text}'`);
    const own = optionsOf(
      match.groups['options'],
      ORDER_OPTIONS.filter((option) => option !== 'contract'),
    );
    const oid = own['name'] ?? `unnamed-${++play.unnamed}`;
    return orderFields(
      match.groups,
      { ...options, ...own },
      oid,
      addressed(play, groups['who'] ?? '', match.groups['side'] ?? '', own),
    );
  });
  return { name: 'batchOrders', ...caller(groups['who']), symbol: symbolOf(options['contract']), orders };
}
