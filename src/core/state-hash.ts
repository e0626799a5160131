/**
 * The state written down in one canonical way, and its hash (INV-017): same journal, same hash, on any machine.
 *
 * Records are named by id and written in order of id; books in price-time order; what is only kept for speed (heaps, slots,
 * counters that `audit.ts` recomputes) is left out. SHA-256 is an argument; sections are hashed one by one, so no text grows
 * with the whole state.
 */
import { toHex } from './ailog/bytes.ts';
import { encodeUtf8 } from './ailog/utf8.ts';
import type { BookSide } from './matching/book.ts';
import { BUY, firstOrder, NONE, nextOrder, SELL } from './matching/book.ts';
import type { PlanOrder } from './order.ts';
import type { Holding, Instrument, Part, Position, State } from './state.ts';
import type { Sha256 } from './turn.ts';

/** Fields that exist for speed or repeat others; all else of a record is written. */
const LEFT_OUT: ReadonlySet<string> = new Set(['touched', 'slot', 'due', 'place', 'row', 'firstSlot', 'request', 'holdings']);

function refer(value: unknown): string {
  if (value === null || value === undefined) return '-';
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return value.toString();
    case 'string':
      return JSON.stringify(value);
    default:
      return Array.isArray(value) ? `[${value.map(refer).join(' ')}]` : referRecord(value);
  }
}

function referRecord(value: object): string {
  if ('contract' in value) return (value as Instrument).contract.symbol;
  if ('id' in value) return String((value as { id: number }).id);
  if ('position' in value && 'size' in value)
    return `${(value as { position: Position }).position.id}x${(value as { size: number }).size}`;
  if ('takeProfit' in value && 'stopLoss' in value) {
    const pair = value as { takeProfit: PlanOrder | null; stopLoss: PlanOrder | null };
    return `${refer(pair.takeProfit)}/${refer(pair.stopLoss)}`;
  }
  if ('positionId' in value && 'amount' in value) return String((value as Part).positionId);
  if ('holders' in value || 'instrument' in value) return (value as Holding).instrument.contract.symbol;
  return '?';
}

/** `name=value` of every field that counts, in alphabetical order. */
function write(record: object): string {
  return Object.entries(record)
    .filter(([field]) => !LEFT_OUT.has(field))
    .map(([field, value]) => `${field}=${refer(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(' ');
}

function byId<T extends { readonly id: number }>(records: Iterable<T>): T[] {
  return [...records].sort((a, b) => a.id - b.id);
}

function bookLines(instrument: Instrument, side: BookSide): string[] {
  const lines: string[] = [];
  for (let slot = firstOrder(instrument.book, side); slot !== NONE; slot = nextOrder(instrument.book, slot))
    lines.push(`${side} ${instrument.resting[slot]!.id}`);
  return lines;
}

function* instrumentLines(state: State): Generator<string> {
  for (const instrument of state.instruments) {
    const {
      contract,
      book: _book,
      resting: _resting,
      triggers: _triggers,
      holders: _holders,
      links: _links,
      earlier,
      pending,
      guards: _guards,
      ...rest
    } = instrument;
    yield `contract ${JSON.stringify(contract.spec)} ${write(rest)} pending=${JSON.stringify(pending)}`;
    for (const {
      untilId,
      contract: { spec },
    } of earlier)
      yield `earlier ${spec.symbol} ${untilId} ${JSON.stringify(spec)}`;
    yield* bookLines(instrument, BUY);
    yield* bookLines(instrument, SELL);
  }
}

function* accountLines(state: State): Generator<string> {
  for (const account of byId(state.accounts.values())) {
    const fees = JSON.stringify(account.fees);
    yield `account ${account.id} ${account.frozen} ${account.allowed} held=${account.held} own=${account.ownPlans} fees=${fees}`;
    yield partLine(account.shared);
    for (const holding of account.holdings)
      if (holding !== undefined) yield `holding ${write({ ...holding, account: account.id })}`;
  }
}

function partLine(part: Part): string {
  return `part ${part.account.id} ${part.positionId} ${part.amount} ${part.openValue} ${part.createdMs} ${part.updatedMs}`;
}

function* nameLines(state: State): Generator<string> {
  const lines = [...state.clientOrderIds.values()].map(
    (record) => `name ${record.account.id} ${JSON.stringify(record.clientOrderId)} ${record.id}`,
  );
  yield* lines.sort((a, b) => (a < b ? -1 : 1));
}

function* recordLines(state: State): Generator<string> {
  for (const position of byId(state.positions.values())) {
    yield `position ${write(position)}`;
    if (position.marginMode === 'isolated') yield partLine(position.part);
  }
  for (const order of state.orders.values())
    yield order.record === 'order'
      ? `order ${write(order)}`
      : `ended ${write({ ...order, ...state.orders.contentOf(order), endedMs: state.orders.endedMsOf(order) })}`;
  // Orders of fired plan orders answer to no id of their own.
  for (const plan of state.plans.values()) if (plan.order !== null) yield `order ${write(plan.order)}`;
  for (const plan of byId(state.plans.values())) yield planLine(plan);
  for (const [id, endedMs] of state.endedPlans.entries()) yield `ended ${id} ${endedMs}`;
}

function planLine(plan: PlanOrder): string {
  return `plan ${write(plan)} request=${plan.request === null ? '-' : JSON.stringify(plan.request)}`;
}

/** Leads by account, relations by id, and what copies what. */
function* copyLines(state: State): Generator<string> {
  for (const { id, copyRole } of byId(state.accounts.values())) {
    if (copyRole === null) continue;
    const { lead, bound } = copyRole;
    if (lead !== null) {
      const { shareRatioE8, thirdParty } = lead;
      yield `lead ${id} ${shareRatioE8} ${thirdParty === null ? '-' : `${thirdParty.account.id} ${thirdParty.ratioE8}`}`;
      for (const copies of lead.copies.values()) yield `copies ${copies.map(({ position }) => position.id).join(' ')}`;
    } else yield `follower ${id}`;
    for (const { relation, position, leadPositionId, counted } of bound.values())
      yield `copy ${position.id} of ${leadPositionId} in ${relation.id} counted=${counted}`;
  }
  for (const { lead, ...relation } of state.relations.values()) yield `relation ${write({ ...relation, lead: lead.account.id })}`;
}

function* headLines(state: State): Generator<string> {
  const { sequence, timeMs, lastTickMs, nextId, nextMatchSequence, ledgerSum, deposited, ailog } = state;
  yield write({ sequence, timeMs, lastTickMs, nextId, nextMatchSequence, ledgerSum, deposited });
  yield write(state.parameters);
  yield `ailog ${ailog.nextIndex} ${ailog.origin} ${ailog.saltKey === null ? '-' : toHex(ailog.saltKey)}`;
  for (const [key, entry] of ailog.bodies) yield `body ${key} ${write(entry)}`;
  for (const [key, entry] of ailog.idempotencyKeys) yield `key ${key} ${write(entry)}`;
}

/** Every line of the state, in canonical order. */
export function* stateLines(state: State): Generator<string> {
  yield* headLines(state);
  yield* instrumentLines(state);
  yield* accountLines(state);
  yield* recordLines(state);
  yield* nameLines(state);
  yield* copyLines(state);
}

const LINES_PER_SECTION = 1000;

/** SHA-256 over the SHA-256 of each thousand lines; 64 hex digits. */
export function stateHash(state: State, sha256: Sha256): string {
  let hashes = '';
  let section: string[] = [];
  const close = (): void => {
    hashes += toHex(sha256(encodeUtf8(section.join('\n'))));
    section = [];
  };
  for (const line of stateLines(state)) {
    section.push(line);
    if (section.length === LINES_PER_SECTION) close();
  }
  close();
  return toHex(sha256(encodeUtf8(hashes)));
}
