/**
 * What can be looked at in a scenario beyond one record: sums over the whole exchange, recounted here from parts,
 * positions and bills, lives of positions that have ended, and a replay of everything the scenario did.
 */
import { createEngine } from '../../src/core/engine.ts';
import type { Money } from '../../src/core/num/units.ts';
import { equityOf } from '../../src/core/risk/margin.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import type { Part, Position } from '../../src/core/state/records.ts';
import { type Exchange, sha256 } from './exchange.ts';
import { moneyText, positionExtras, positionFigures, sizeText, type Figures } from './figures.ts';
import { accountId, accountOf, exchangeOf, type Handler, instrumentOf, type Play, WHO } from './play.ts';

function must(play: Play, what: string, expected: string, actual: string): void {
  play.checks++;
  if (expected !== actual) throw new Error(`expected ${what} ${expected}, found ${actual}`);
}

function partsOf({ state }: Exchange): Part[] {
  const isolated = [...state.positions.values()].filter(({ marginMode }) => marginMode === 'isolated');
  return [...[...state.accounts.values()].map(({ shared }) => shared), ...isolated.map(({ part }) => part)];
}

const sumOf = (amounts: readonly Money[]): string =>
  moneyText(Number(amounts.reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n)));

const allParts: Handler = (play, { what }) => {
  const parts = partsOf(exchangeOf(play));
  must(play, `sum of all ${what}`, '0', sumOf(parts.map((part) => (what === 'parts' ? part.amount : equityOf(part)))));
};

/** Bills of one match sequence number are one booking. */
const everyBooking: Handler = (play) => {
  const bookings = Map.groupBy(exchangeOf(play).bills, ({ matchSequence }) => matchSequence);
  const sums = [...bookings].map(([sequence, bills]) => [sequence, sumOf(bills.map(({ amount }) => amount))] as const);
  must(
    play,
    'bookings that are not 0',
    '',
    sums.flatMap(([sequence, sum]) => (sum === '0' ? [] : [`${sequence}: ${sum}`])).join(', '),
  );
};

const openInterest: Handler = (play, { contract, size = '' }) => {
  const instrument = instrumentOf(play, contract);
  const positions = [...exchangeOf(play).state.positions.values()].filter(
    (position) => position.instrument === instrument,
  );
  for (const side of ['long', 'short']) {
    const steps = positions.reduce((sum, position) => sum + (position.side === side ? position.size : 0), 0);
    must(play, `open interest, ${side}`, size, sizeText(instrument.contract, steps));
  }
};

/** The account's collateral: SHARED and one part for each isolated position. */
const partNames: Handler = (play, { who = '', list = '' }) => {
  const account = accountOf(play, who);
  const parts = partsOf(exchangeOf(play)).filter((part) => part.account === account);
  const names = parts.map((part) => (part.positionId === 0 ? 'SHARED' : part.positions[0]!.side));
  must(play, 'parts', list, names.join(', '));
};

/** The latest of the account's positions on a side that has ended. */
const endedPosition: Handler = (play, { who = '', side, pairs = '' }) => {
  const ended = [...exchangeOf(play).positions.values()].filter(
    (position: Position) => position.account.id === accountId(who) && position.side === side && position.size === 0,
  );
  const last = ended.at(-1);
  if (last === undefined) throw new Error(`${who} never had a ${side} that has ended`);
  const figures: Figures = { ...positionFigures(last), ...positionExtras(last) };
  for (const pair of pairs.split(', ')) {
    const [key = '', ...value] = pair.split(' ');
    if (!(key in figures)) throw new Error(`no figure called '${key}'`);
    must(play, key, value.join(' '), String(figures[key]));
  }
};

/** Everything again on a new engine. */
const replayed: Handler = (play) => {
  const { commands, state } = exchangeOf(play);
  const again = createEngine(sha256);
  for (const sequenced of commands) again.apply(sequenced);
  must(play, 'hash after a replay', stateHash(state, sha256), stateHash(again.state, sha256));
};

const clockLead: Handler = (play, { time = '' }) => {
  const { clockAheadUntilMs } = exchangeOf(play).state;
  const text = clockAheadUntilMs === 0 ? 'none' : new Date(clockAheadUntilMs).toISOString().slice(11, 16);
  must(play, 'lead over the clock until', time, text);
};

export const WHOLE_CHECKS: readonly (readonly [RegExp, Handler])[] = [
  [/^all (?<what>parts|equities) add up to 0$/, allParts],
  [/^every booking adds up to 0$/, everyBooking],
  [/^open interest (?<contract>\S+) is (?<size>\S+)$/, openInterest],
  [new RegExp(`^parts of ${WHO} are (?<list>.+)$`), partNames],
  [new RegExp(`^${WHO} had (?<side>long|short) with (?<pairs>.+)$`), endedPosition],
  [/^the lead over the clock was accepted until (?<time>\S+)$/, clockLead],
  [/^a replay ends in the same state$/, replayed],
];
