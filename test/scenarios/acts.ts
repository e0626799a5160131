/**
 * What can be done in a scenario: each line becomes one command of the core, and its answer must be the one the line
 * states.
 *
 * Whatever a rejected command announces or takes from the counters is an error, in every scenario (ORDR-003, FLOW-002).
 */
import type { Command, MarginMode, PositionMode, TransferReason } from '../../src/core/language/commands.ts';
import type { KeyLimitFields } from '../../src/core/language/key-limits.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/language/commands.ts';
import { MAX_ENDED_ORDERS } from '../../src/core/orders/working.ts';
import type { ContractChange, TierSpec } from '../../src/core/language/contract.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import type { Decision, Outcome } from '../../src/core/turn/outcome.ts';
import { run } from './exchange.ts';
import {
  batch,
  caller,
  cancel,
  modifyTpSlOrder,
  orderId,
  placeOrder,
  placePlanOrder,
  placeTpSlOrder,
} from './order-lines.ts';
import {
  accountId,
  exchangeOf,
  giveName,
  type Groups,
  type Handler,
  type Line,
  type Play,
  positionOf,
  relationId,
  symbolOf,
  WHO,
} from './play.ts';

export const COMMAND_MS = 1_000;

/** Applies the command one second later and holds that a reject changed nothing. */
function perform(play: Play, command: Command): Outcome {
  const exchange = exchangeOf(play);
  const { nextId, nextMatchSequence } = exchange.state;
  play.timeMs += COMMAND_MS;
  const outcome: Outcome = run(exchange, command, play.timeMs);
  if (outcome.ok) return outcome;
  if (
    outcome.events.length > 0 ||
    exchange.state.nextId !== nextId ||
    exchange.state.nextMatchSequence !== nextMatchSequence
  )
    throw new Error(`rejected with ${outcome.reject.reason}, but it announced something or used an id`);
  return outcome;
}

/** `order`, `hold` and `lose` are the values of an order, of a position, and the loss of a day. */
function keyLimits({ order, hold, lose, only, until }: Groups, play: Play): KeyLimitFields {
  return {
    maxOrder: order ?? null,
    maxPosition: hold ?? null,
    maxDayLoss: lose ?? null,
    closeOnly: only === 'reduce',
    symbols: only?.startsWith('in ') === true ? [symbolOf(only.slice(3))] : null,
    untilMs: until === undefined ? 0 : play.timeMs + Number(until) * 3_600_000,
  };
}

const found = (outcome: Decision<unknown>): string => (outcome.ok ? 'accepted' : outcome.reject.reason);

function must(expected: string, actual: string, play: Play): void {
  play.checks++;
  if (expected !== actual) throw new Error(`expected ${expected}, found ${actual}`);
}

/** A command whose answer is yes or a reason. */
export function plain(build: (groups: Groups, play: Play) => Command): Handler {
  return (play, groups) => {
    const outcome = perform(play, build(groups, play));
    if (outcome.ok && groups['answer'] === undefined) return;
    must(groups['answer'] ?? 'accepted', found(outcome), play);
  };
}

interface Placed {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly replayed: boolean;
}

/** A command that makes one order called `oid`. */
function placing(build: (groups: Groups, play: Play, oid: string) => Command): Handler {
  return (play, groups) => {
    const options = groups['options'] ?? '';
    const oid = / as (\S+)/.exec(options)?.[1] ?? `unnamed-${++play.unnamed}`;
    const outcome = perform(play, build(groups, play, oid)) as Outcome<Placed>;
    const who = groups['who'] ?? '';
    const answer =
      outcome.ok && outcome.result.replayed ? `replayed ${nameFor(play, who, outcome.result)}` : found(outcome);
    if (outcome.ok && !outcome.result.replayed) giveName(play, who, oid, outcome.result.orderId);
    if (outcome.ok && groups['answer'] === undefined && !outcome.result.replayed) return;
    must(groups['answer'] ?? 'accepted', answer, play);
  };
}

/** What `who` calls an order. */
function nameFor(play: Play, who: string, placed: { readonly orderId: number }): string {
  for (const [name, id] of play.ids)
    if (id === placed.orderId && name.startsWith(`${who} `)) return name.slice(who.length + 1);
  return 'ok';
}

/** A command whose answer has rows: they must be those the line states, in order. */
function rows<T>(
  build: (play: Play, groups: Groups, line: Line) => Command,
  show: (play: Play, who: string, row: T) => string,
): Handler {
  return (play, groups, line) => {
    const outcome = perform(play, build(play, groups, line)) as Outcome<readonly T[]>;
    const shown = outcome.ok
      ? outcome.result.map((row) => show(play, groups['who'] ?? '', row)).join(', ') || 'none'
      : `refused ${outcome.reject.reason}`;
    if (groups['answer'] === undefined) throw new Error(`say which rows it answers: → ${shown}`);
    must(groups['answer'], shown, play);
  };
}

function rowText(
  play: Play,
  who: string,
  row: Decision<{ readonly orderId: number; readonly clientOrderId: string; readonly replayed?: boolean }>,
): string {
  if (!row.ok) return row.reject.reason;
  const { replayed, orderId: id, clientOrderId } = row.result;
  if (replayed === false && !play.ids.has(`${who} ${clientOrderId}`)) giveName(play, who, clientOrderId, id);
  return replayed === true ? `replayed ${nameFor(play, who, row.result)}` : nameFor(play, who, row.result);
}

function cancelBatch(play: Play, groups: Groups): Command {
  const names = (groups['list'] ?? '').split(', ');
  return {
    name: 'cancelBatchOrders',
    ...caller(groups['who']),
    orderIds: names.filter((name) => !name.startsWith('oid ')).map((name) => orderId(play, name)),
    clientOrderIds: names.filter((name) => name.startsWith('oid ')).map((name) => name.slice(4)),
  };
}

const inContract = (groups: Groups): string | null =>
  groups['contract'] === undefined ? null : symbolOf(groups['contract']);

function closePositions(play: Play, groups: Groups): Command {
  const { who, side, place, contract } = groups;
  const positionId = side === undefined ? null : positionOf(play, who ?? '', side, place, contract).id;
  return { name: 'closePositions', ...caller(who), symbol: inContract(groups), positionId };
}

function isolatedPosition(play: Play, groups: Groups): number {
  const { who, side, place, contract } = groups;
  return positionOf(play, who ?? '', side ?? '', place, contract).id;
}

function setLeverage(groups: Groups): Command {
  const [long = '', short] = (groups['leverage'] ?? '').split('/');
  return {
    name: 'setLeverage',
    ...caller(groups['who']),
    symbol: symbolOf(groups['contract']),
    marginMode: groups['mode'] as MarginMode,
    long: Number(long),
    short: Number(short ?? long),
  };
}

/** A new relation gets its name like an order. */
const follow: Handler = (play, groups) => {
  const { who = '', lead = '', ratio: copyRatio = '', mode, name = '', answer } = groups;
  const marginMode = mode as MarginMode;
  const command: Command = { name: 'follow', account: accountId(who), lead: accountId(lead), copyRatio, marginMode };
  const outcome = perform(play, command) as Outcome<{ readonly relationId: number }>;
  if (outcome.ok) play.ids.set(`relation ${name}`, outcome.result.relationId);
  if (outcome.ok && answer === undefined) return;
  must(answer ?? 'accepted', found(outcome), play);
};

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const durationMs = (count: string | undefined, unit: string | undefined): number =>
  Number(count) * (UNITS_MS[unit ?? ''] ?? 0);

const DAY_MS = 86_400_000;

/** The next command comes at that time of the day, UTC: today, or tomorrow when it is past. */
function waitUntil(play: Play, time: Groups): void {
  play.timeMs += untilTime(play.timeMs + COMMAND_MS, time);
}

/** Milliseconds from a moment to the next time of the day. */
function untilTime(fromMs: number, { hour, minute, second }: Groups): number {
  const wanted = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1_000;
  return (wanted - (fromMs % DAY_MS) + DAY_MS) % DAY_MS;
}

function setIndexPrice(groups: Groups, play: Play): Command {
  const ageMs = groups['age'] === undefined ? 0 : durationMs(groups['age'], groups['unit']);
  return {
    name: 'setIndexPrice',
    symbol: symbolOf(groups['contract']),
    price: groups['price'] ?? '',
    sourceTimeMs: play.timeMs + COMMAND_MS - ageMs,
  };
}

/** Settings or contract fields, said before the exchange opens; a name that does not exist is an error. */
const given: Handler = (play, groups) => {
  if (play.exchange !== null) throw new Error('what is given must be said before anything else');
  const symbol = groups['contract'] === undefined ? null : symbolOf(groups['contract']);
  const known = (
    symbol === null
      ? { maxEndedOrders: MAX_ENDED_ORDERS, ...DEFAULT_PARAMETERS }
      : { fundingFloor: '', ...DEFAULT_CONTRACTS[0]! }
  ) as Record<string, unknown>;
  for (const pair of (groups['pairs'] ?? '').split(', ')) {
    const [key = '', value = '', ...more] = pair.split(' ');
    if (!(key in known) || value === '' || more.length > 0) throw new Error(`nothing to give: '${pair}'`);
    if (symbol === null) play.settings[key] = /^\d+$/.test(value) ? Number(value) : value;
    else
      play.contracts[symbol] = {
        ...play.contracts[symbol],
        [key]: typeof known[key] === 'number' ? Number(value) : value,
      };
  }
};

/** `takerFee 0.001, tiers 50000·50·1|1000000·20·2.5`: the fields of a change by name. */
function changeOf(pairs: string): ContractChange {
  const change: Record<string, unknown> = {};
  for (const pair of pairs.split(', ')) {
    const [field = '', value = ''] = pair.split(' ');
    if (field === 'tiers') change[field] = value.split('|').map(tierOf);
    else change[field] = field === 'intervalMin' ? Number(value) : value;
  }
  return change;
}

function tierOf(text: string): TierSpec {
  const [bound = '', maxLeverage = '', ratePercent = ''] = text.split('·');
  return { bound, maxLeverage: Number(maxLeverage), ratePercent };
}

function changeContract({ contract, pairs = '', hour, minute, second, age, unit }: Groups, play: Play): Command {
  const now = play.timeMs + COMMAND_MS;
  const later = hour === undefined ? null : now + untilTime(now, { hour, minute, second });
  const effectiveMs = age === undefined ? later : now - durationMs(age, unit);
  return { name: 'changeContract', symbol: symbolOf(contract), change: changeOf(pairs), effectiveMs };
}

/** A contract like another one, with the next free id. */
function listContract({ contract, like }: Groups): Command {
  const pattern = DEFAULT_CONTRACTS.find(({ symbol }) => symbol === symbolOf(like))!;
  const spec = { ...pattern, id: 10_000_099, symbol: symbolOf(contract), base: (contract ?? '').toUpperCase() };
  return { name: 'setParameters', contracts: [spec], exchange: {} };
}

/** The machine's clock lies that far behind the time of commands, or ahead of where it should be. */
function acceptClock({ count, unit, way }: Groups, play: Play): Command {
  const byMs = durationMs(count, unit);
  const nowMs = play.timeMs + COMMAND_MS;
  const [wallMs, jumpMs] = way === 'behind' ? [nowMs - byMs, -byMs] : [nowMs + byMs, byMs];
  const aheadUntilMs = way === 'behind' ? nowMs + byMs : 0;
  if (way === 'ahead') play.timeMs += byMs;
  return { name: 'acceptClock', wallMs, jumpMs, aheadUntilMs, reason: 'a scenario' };
}

const ANSWER = '(?: → (?<answer>.+))?$';
const IN = '(?: in (?<contract>\\S+))?';
const POSITION = `(?<side>long|short)(?: #(?<place>\\d+))?${IN}`;
const line = (pattern: string): RegExp => new RegExp(`^${pattern}${ANSWER}`);
const OPTIONAL = '(?<options>(?: (?!→)\\S+)*?)';

/** Every line that does something. */
export const ACTS: readonly (readonly [RegExp, Handler])[] = [
  [/^given (?:(?<contract>btc|eth|sol|doge|xrp|ada|bnb|ltc) )?(?<pairs>.+)$/, given],
  [
    /^wait (?<count>\d+)(?<unit>ms|s|m|h)$/,
    (play, groups) => void (play.timeMs += durationMs(groups['count'], groups['unit'])),
  ],
  [/^wait until (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/, waitUntil],
  [line('index (?<contract>\\S+) (?<price>\\S+)(?: dated (?<age>\\d+)(?<unit>ms|s|m|h) ago)?'), plain(setIndexPrice)],
  [line('tick'), plain(() => ({ name: 'tick' }))],
  [
    /^tick (?<times>\d+) times$/,
    (play, { times }) => {
      for (let nth = 0; nth < Number(times); nth++) perform(play, { name: 'tick' });
    },
  ],
  [
    line('command (?<back>\\d+) back is set aside'),
    plain(({ back }, play) => {
      const sequence = exchangeOf(play).state.sequence + 1 - Number(back);
      return { name: 'setAside', sequence, reason: 'a scenario', writtenMs: play.timeMs };
    }),
  ],
  [
    line('core version (?<version>\\d+) is activated'),
    plain(({ version }) => ({ name: 'activateCore', version: Number(version) })),
  ],
  [line('the clock is accepted, (?<count>\\d+)(?<unit>ms|s|m|h) (?<way>behind|ahead)'), plain(acceptClock)],
  [
    line('funding (?<contract>\\S+) settles (?<rate>\\S+)'),
    plain(({ contract, rate = '' }) => ({ name: 'settleFunding', symbol: symbolOf(contract), rate })),
  ],
  [line('list (?<contract>\\S+) like (?<like>\\S+)'), plain(listContract)],
  [
    line(
      'change (?<contract>\\S+) (?<pairs>.+?)' +
        '(?: at (?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)| from (?<age>\\d+)(?<unit>ms|s|m|h) ago)?',
    ),
    plain(changeContract),
  ],
  [
    line('withdraw the change of (?<contract>\\S+)'),
    plain(({ contract }) => ({ name: 'changeContract', symbol: symbolOf(contract), change: {}, effectiveMs: null })),
  ],
  [line('delist (?<contract>\\S+)'), plain(({ contract }) => ({ name: 'delistContract', symbol: symbolOf(contract) }))],
  [
    line(`${WHO} pays fees (?<maker>\\S+)/(?<taker>\\S+)`),
    plain(({ who, maker = '', taker = '' }) => ({
      name: 'setAccountFees',
      account: accountId(who ?? ''),
      fees: { makerFee: maker, takerFee: taker },
    })),
  ],
  [
    line(`${WHO} pays the contracts' fees`),
    plain(({ who }) => ({ name: 'setAccountFees', account: accountId(who ?? ''), fees: null })),
  ],
  [
    line('(?<what>halt|resume) (?<contract>\\S+)'),
    plain(({ what, contract }) => ({
      name: 'setContractState',
      symbol: symbolOf(contract),
      state: what === 'halt' ? 'HALTED' : 'TRADING',
    })),
  ],
  [
    line(`(?<what>freeze|unfreeze) ${WHO}`),
    plain(({ what, who }) => ({ name: 'setAccountFrozen', account: accountId(who ?? ''), frozen: what === 'freeze' })),
  ],
  [
    line(
      `${WHO}'s key may (?<anything>do anything)?(?:order (?<order>\\S+?))?(?:,? ?hold (?<hold>\\S+?))?(?:,? ?lose (?<lose>\\S+?))?(?:,? ?only (?<only>reduce|in \\w+))?(?:,? ?until (?<until>\\d+)h)?`,
    ),
    plain((groups, play) => ({
      name: 'setKeyLimits',
      account: accountId(groups['who'] ?? ''),
      keyId: `key ${accountId(groups['who'] ?? '')}`,
      limits: groups['anything'] === undefined ? keyLimits(groups, play) : null,
    })),
  ],
  [
    line(
      `${WHO}'s key gives up all but to (?:order (?<order>\\S+?))?(?:,? ?hold (?<hold>\\S+?))?(?:,? ?lose (?<lose>\\S+?))?(?:,? ?only (?<only>reduce|in \\w+))?`,
    ),
    plain((groups, play) => ({ name: 'tightenKey', ...caller(groups['who'] ?? ''), limits: keyLimits(groups, play) })),
  ],
  [
    line(`${WHO}'s key is stopped(?<closes>, closing)?`),
    plain(({ who = '', closes }) => ({ name: 'stopKey', ...caller(who), closes: closes !== undefined })),
  ],
  [
    line(`${WHO} deposits (?<amount>\\S+)`),
    plain(({ who, amount = '' }) => ({ name: 'deposit', account: accountId(who ?? ''), amount })),
  ],
  [
    line(`${WHO} withdraws (?<amount>\\S+)`),
    plain(({ who, amount = '' }) => ({ name: 'withdraw', account: accountId(who ?? ''), amount })),
  ],
  [
    line(`transfer (?<amount>\\S+) from ${WHO} to (?<to>\\w+) as (?<reason>[A-Z_]+)`),
    plain(({ amount = '', who = '', to = '', reason }) => ({
      name: 'transfer',
      from: accountId(who),
      to: accountId(to),
      amount,
      reason: reason as TransferReason,
    })),
  ],
  [
    line(`${WHO} leads for (?<share>\\S+)(?:, (?<ratio>\\S+) of it to (?<third>\\w+))?`),
    plain(({ who, share = '', ratio = '', third }) => ({
      name: 'setLead',
      account: accountId(who ?? ''),
      shareRatio: share,
      thirdParty: third === undefined ? null : { account: accountId(third), ratio },
    })),
  ],
  [line(`${WHO} follows (?<lead>\\w+) at (?<ratio>\\S+) (?<mode>cross|isolated) as (?<name>\\S+)`), follow],
  [
    line('end of (?<name>\\S+)'),
    plain(({ name = '' }, play) => ({ name: 'unfollow', relationId: relationId(play, name) })),
  ],
  [line('copy trading is settled'), plain(() => ({ name: 'settleCopyTrading' }))],
  [line(`${WHO} closes everything${IN}`), rows(closePositions, closingText)],
  [line(`${WHO} closes position ${POSITION}`), rows(closePositions, closingText)],
  [
    line(`${WHO} (?<verb>opens|closes) (?<side>long|short) (?<size>\\S+) at (?<price>\\S+)${OPTIONAL}`),
    placing(placeOrder),
  ],
  [
    line(
      `${WHO} plans to (?<verb>open|close) (?<side>long|short) (?<size>\\S+) at (?<price>\\S+) when (?<by>mark|last|price) reaches (?<trigger>\\S+)${OPTIONAL}`,
    ),
    placing(placePlanOrder),
  ],
  [
    line(
      `${WHO} sets (?<kind>take profit|stop loss) (?<trigger>\\S+) on (?<side>long|short) for (?<size>\\S+)${OPTIONAL}`,
    ),
    placing(placeTpSlOrder),
  ],
  [line(`${WHO} moves (?<order>\\S+) to (?<trigger>\\S+)${OPTIONAL}`), plain(modifyTpSlOrder)],
  [
    line(`${WHO} cancels all (?<kind>orders|plans)${IN}`),
    rows(
      (_play, groups) => ({
        name: 'cancelAllOrders',
        ...caller(groups['who']),
        symbol: inContract(groups),
        kind: groups['kind'] === 'plans' ? 'plan' : 'normal',
      }),
      (play, who, row: { readonly orderId: number }) => nameFor(play, who, row),
    ),
  ],
  [line(`${WHO} cancels batch (?<list>[^→]+?)`), rows(cancelBatch, rowText)],
  [line(`${WHO} cancels (?<how>oid |plan )?(?<order>\\S+)`), plain(cancel)],
  [line(`${WHO} sends a batch${OPTIONAL}`), rows(batch, rowText)],
  [line(`${WHO} sets leverage (?<mode>cross|isolated) (?<leverage>\\d+(?:/\\d+)?)${IN}`), plain(setLeverage)],
  [
    line(`${WHO} sets mode (?<margin>cross|isolated) (?<position>combined|separated)${IN}`),
    plain(({ who, margin, position, contract }) => ({
      name: 'setMarginMode',
      ...caller(who),
      symbol: symbolOf(contract),
      marginMode: margin as MarginMode,
      positionMode: position as PositionMode,
    })),
  ],
  [
    line(`${WHO} (?<verb>adds|removes) (?<amount>\\S+) (?:to|from) ${POSITION}`),
    plain((groups, play) => ({
      name: 'adjustIsolatedMargin',
      ...caller(groups['who']),
      positionId: isolatedPosition(play, groups),
      amount: `${groups['verb'] === 'removes' ? '-' : ''}${groups['amount']}`,
    })),
  ],
  [
    line(`${WHO} turns auto margin (?<on>on|off) for ${POSITION}`),
    plain((groups, play) => ({
      name: 'setAutoAppend',
      ...caller(groups['who']),
      positionId: isolatedPosition(play, groups),
      on: groups['on'] === 'on',
    })),
  ],
];

function closingText(_play: Play, _who: string, row: { readonly placed: Decision<unknown> }): string {
  return row.placed.ok ? 'ok' : row.placed.reject.reason;
}
