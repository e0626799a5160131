/**
 * One scenario being played: its exchange, its clock, and the names the lines use for people, contracts, orders and
 * positions.
 */
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import type { ContractSpec } from '../../src/core/language/contract.ts';
import type { Order, PlanOrder, Account, Instrument, Position } from '../../src/core/state/records.ts';
import { contractsWith, type Exchange, openExchange } from './exchange.ts';

export interface Line {
  /** File and line number. */
  readonly at: string;
  readonly text: string;
  /** The indented lines below it. */
  readonly rows: Line[];
}

export type Groups = Readonly<Record<string, string | undefined>>;
export type Handler = (play: Play, groups: Groups, line: Line) => void;

/** What went wrong, and where. */
export class ScenarioError extends Error {
  constructor(at: string, what: string, cause?: unknown) {
    super(`${at}: ${what}`, { cause });
  }
}

export interface Play {
  timeMs: number;
  readonly settings: Record<string, number | string>;
  readonly contracts: Record<string, Partial<ContractSpec>>;
  /** Opened by the first line that needs it. */
  exchange: Exchange | null;
  /** `account name` of every order named so far → its id. */
  readonly ids: Map<string, number>;
  unnamed: number;
  checks: number;
}

const START_MS = 1_700_000_000_000;
const PEOPLE = ['ann', 'bob', 'cat', 'dan', 'eve'];
const SYSTEM = ['EXTERNAL', 'FEE', 'INSURANCE', 'COMMISSION', 'MARKETING'];
/** The default contracts, and one that is not listed at first. */
const CONTRACTS = [...DEFAULT_CONTRACTS.map(({ base }) => base.toLowerCase()), 'xmr'];

export const WHO = `(?<who>${[...PEOPLE, ...SYSTEM].join('|')})`;

export function startPlay(): Play {
  return { timeMs: START_MS, settings: {}, contracts: {}, exchange: null, ids: new Map(), unnamed: 0, checks: 0 };
}

/** The exchange, opened with what the scenario has given. */
export function exchangeOf(play: Play): Exchange {
  play.exchange ??= openExchange(contractsWith(play.contracts), play.settings, play.timeMs);
  return play.exchange;
}

export function accountId(name: string): number {
  const person = PEOPLE.indexOf(name);
  if (person >= 0) return 1_000_001 + person;
  const system = SYSTEM.indexOf(name);
  if (system >= 0) return 1 + system;
  throw new Error(`nobody is called '${name}'; people are ${PEOPLE.join(', ')}`);
}

/** The name of an account id. */
export function nameOf(account: number): string {
  return PEOPLE[account - 1_000_001] ?? SYSTEM[account - 1] ?? String(account);
}

export function symbolOf(name: string | undefined): string {
  const contract = name ?? 'btc';
  if (!CONTRACTS.includes(contract))
    throw new Error(`no contract is called '${contract}'; they are ${CONTRACTS.join(', ')}`);
  return `cmt_${contract}usdt`;
}

export function instrumentOf(play: Play, name: string | undefined): Instrument {
  const instrument = exchangeOf(play).state.bySymbol.get(symbolOf(name));
  if (instrument === undefined) throw new Error(`the exchange does not know ${symbolOf(name)}`);
  return instrument;
}

export function accountOf(play: Play, who: string): Account {
  const account = exchangeOf(play).state.accounts.get(accountId(who));
  if (account === undefined) throw new Error(`${who} has no account yet`);
  return account;
}

/** The account's open positions of a side in a contract, in the order of the list. */
export function positionsOf(play: Play, who: string, side: string, contract: string | undefined): Position[] {
  const holding = accountOf(play, who).holdings[instrumentOf(play, contract).index];
  return holding?.positions.filter((position) => position.side === side) ?? [];
}

export function positionOf(
  play: Play,
  who: string,
  side: string,
  place: string | undefined,
  contract: string | undefined,
): Position {
  const list = positionsOf(play, who, side, contract);
  const found = list[Number(place ?? 1) - 1];
  if (found === undefined) throw new Error(`${who} has ${list.length} ${side} positions there, not ${place ?? 1}`);
  if (place === undefined && list.length > 1)
    throw new Error(`${who} has ${list.length} ${side} positions there: say #1 or #2`);
  return found;
}

/** Remembers that `who` calls an order `name`. */
export function giveName(play: Play, who: string, name: string, id: number): void {
  play.ids.set(`${who} ${name}`, id);
}

/**
 * The id behind `a1`, `bob.a1`, `a1.tp` (the take-profit its presets made) or `a1.sl-2`. An unknown name is an error.
 */
export function idOf(play: Play, name: string): number {
  const [, who, base = '', preset] =
    /^(?:(ann|bob|cat|dan|eve)\.)?([\w-]+?)(?:\.((?:tp|sl)(?:-\d+)?))?$/.exec(name) ?? [];
  const owners = who === undefined ? PEOPLE : [who];
  const ids = owners.flatMap((owner) => play.ids.get(`${owner} ${base}`) ?? []);
  if (ids.length !== 1) throw new Error(`${ids.length} orders are called '${name}'`);
  if (preset === undefined) return ids[0]!;
  const [kind, pair] = preset.split('-');
  const oid = `~${kind}-${ids[0]}${pair === undefined ? '' : `-${pair}`}`;
  const plan = [...exchangeOf(play).plans.values()].find((one) => one.clientOrderId === oid);
  if (plan === undefined) throw new Error(`no plan order ${oid} was made`);
  return plan.id;
}

/** The id of the copy relation a scenario calls `name`. */
export function relationId(play: Play, name: string): number {
  const id = play.ids.get(`relation ${name}`);
  if (id === undefined) throw new Error(`no relation is called '${name}'`);
  return id;
}

export function orderOf(play: Play, name: string): Order {
  const order = exchangeOf(play).orders.get(idOf(play, name));
  if (order === undefined) throw new Error(`'${name}' is no order`);
  return order;
}

export function planOf(play: Play, name: string): PlanOrder {
  const plan = exchangeOf(play).plans.get(idOf(play, name));
  if (plan === undefined) throw new Error(`'${name}' is no plan order`);
  return plan;
}
