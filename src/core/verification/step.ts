/**
 * Verification, leaf by leaf: `start`, then `step` for every leaf in index order. What it knows after a leaf follows
 * from the leaves up to it, so it does not matter in what portions they come (docs/evidence.md).
 *
 * No clock, randomness, floats or locale, and nothing is read: SHA-256 and the leaves are arguments. Judging is left to
 * `finish`, which changes nothing here.
 */
import type { VerifyEd25519 } from '../log/note.ts';
import { isSignedBy } from '../log/signature.ts';
import type { Sha256 } from '../text/bytes.ts';
import { type Exact, exactOf, minus, plus, times, ZERO } from './exact.ts';
import { addLog, addOrder } from './links.ts';
import { type BodyFacts, bodyFactsOf } from './log-facts.ts';
import type { MinuteFill, MinutePayload } from '../standing/minute.ts';
import { type Minute, takeGift } from './gifts.ts';
import type { Range } from './marks.ts';
import { isNear } from './near.ts';
import type { ContestFacts, LeafRecord } from './records.ts';
import type { ChangeRecord, LogRecord, MinuteRecord, OrderRecord, TeamRecord } from './records.ts';
import type { Ruleset } from './ruleset.ts';
import { isBuying, movedOrder, newOrder, newTeam } from './team.ts';
import type { SignChange, Team, TeamLog, TeamOrder } from './team.ts';
import { termsOf } from './terms.ts';
import { SAMPLE_MS, type Verification } from './verification.ts';

/** Gains from one counterparty point to at most this many orders. */
const EVIDENCE = 50;

export function start(
  sha256: Sha256,
  verifyEd25519: VerifyEd25519,
  ruleset: Ruleset,
  contest: ContestFacts,
): Verification {
  return {
    sha256,
    verifyEd25519,
    ruleset,
    rules: termsOf(ruleset),
    contest,
    times: [],
    endMs: contest.endMs,
    origin: '',
    teams: new Map(),
    byUid: new Map(),
    outages: [],
    bars: new Map(),
    owners: new Map(),
    orders: new Map(),
    firstWithBody: new Map(),
  };
}

/** Takes in one leaf. Throws RangeError when it is not the next one. */
export function step(state: Verification, leaf: LeafRecord): void {
  if (leaf.index !== state.times.length)
    throw new RangeError(`leaf ${leaf.index} after ${state.times.length} leaves; each is needed once, in order`);
  state.times.push(leaf.t);
  switch (leaf.kind) {
    case 'order':
      return takeOrder(state, leaf);
    case 'change':
      return takeChange(state, leaf);
    case 'ailog':
      return takeLog(state, leaf);
    case 'minute':
      return takeMinute(state, leaf);
    case 'team':
      return takeTeam(state, leaf);
    case 'contest':
      if (leaf.id === state.contest.id) state.endMs = leaf.endMs;
      return;
    case 'outage':
      state.outages.push({ from: leaf.from, to: leaf.to });
      return;
    case 'key':
      state.origin = leaf.origin;
      return;
    case 'report':
    case 'other':
  }
}

function takeTeam({ contest, teams, byUid }: Verification, { index, t, payload, uid }: TeamRecord): void {
  if (payload.contest !== contest.id || uid === null) return;
  let team = teams.get(payload.team);
  if (team === undefined) {
    team = newTeam(payload.team, uid, index);
    teams.set(payload.team, team);
    byUid.set(uid, team);
  }
  team.modelClass = payload.modelClass;
  team.publicKey ??= payload.publicKey ?? null;
  team.wasApproved ||= payload.state === 'approved' || payload.state === 'active';
  for (const pattern of payload.models)
    if (!team.models.some((one) => one.pattern === pattern)) team.models.push({ pattern, t });
}

function takeOrder({ owners, orders, byUid, rules }: Verification, { index, t, header }: OrderRecord): void {
  const team = byUid.get(header.uid);
  if (team === undefined) {
    owners.set(header.orderId, header.uid);
    return;
  }
  const order = newOrder(index, t, header);
  orders.set(header.orderId, order);
  addOrder(team, order, rules);
}

/** A trigger that was moved near the mark is an order placed now; one that was not is what it was. */
function takeChange({ orders, byUid, rules }: Verification, { index, t, header }: ChangeRecord): void {
  const team = byUid.get(header.uid);
  const before = orders.get(header.orderId);
  if (!rules.countsChanges || team === undefined || before === undefined) return;
  const [trigger, mark] = [exactOf(header.triggerPrice), exactOf(header.mark)];
  if (trigger === null || mark === null || !isNear(trigger, mark, mark, rules)) {
    orders.set(header.orderId, before.moved ?? before);
    return;
  }
  const order = movedOrder(index, t, header, before);
  orders.set(header.orderId, order);
  addOrder(team, order, rules);
}

function takeLog(state: Verification, leaf: LogRecord): void {
  const { index, t, header } = leaf;
  const team = state.byUid.get(header.uid);
  if (team === undefined) return;
  const facts = bodyFactsOf(state.sha256, leaf, state.rules);
  const owner = header.orderId === null ? undefined : ownerOf(state, header.orderId);
  if (owner !== undefined && owner !== header.uid) team.strangersOrders.push(index);
  const { orderId, model } = header;
  const copiedFrom = facts === null ? null : firstSender(state, facts, team);
  const signature = signatureOf(state, team, leaf);
  const log: TeamLog = { index, t, orderId, model, facts, signature, copiedFrom, claimed: [] };
  if (facts !== null && !state.firstWithBody.has(facts.bodyHash)) state.firstWithBody.set(facts.bodyHash, log);
  addLog(team, log, state.rules);
}

/** A signature says something beside a key and a body only. */
function signatureOf(
  { sha256, verifyEd25519 }: Verification,
  { publicKey }: Team,
  { header: { sig }, body }: LogRecord,
): TeamLog['signature'] {
  if (publicKey === null || sig === null || body === null) return 'none';
  return isSignedBy(publicKey, sig, sha256(body), verifyEd25519) ? 'right' : 'wrong';
}

/** The other team that sent a body before, with its log. */
function firstSender({ firstWithBody, teams }: Verification, { bodyHash }: BodyFacts, sender: Team) {
  const log = firstWithBody.get(bodyHash);
  const team = log === undefined ? undefined : [...teams.values()].find(({ logs }) => hasLog(logs, log.index));
  return log === undefined || team === undefined || team === sender ? null : { team, log };
}

/** Whether one of these logs, by index, has it. */
function hasLog(logs: readonly TeamLog[], index: number): boolean {
  let low = 0;
  let high = logs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((logs[middle] as TeamLog).index < index) low = middle + 1;
    else high = middle;
  }
  return logs[low]?.index === index;
}

function ownerOf({ orders, owners }: Verification, orderId: string): string | undefined {
  return orders.get(orderId)?.header.uid ?? owners.get(orderId);
}

function takeMinute(state: Verification, { at, contest, records }: MinuteRecord): void {
  if (contest !== state.contest.id || records === null) return;
  for (const { symbol, low, high } of records.bars) {
    let bars = state.bars.get(symbol);
    if (bars === undefined) state.bars.set(symbol, (bars = { at: [], low: [], high: [] }));
    bars.at.push(at);
    bars.low.push(low);
    bars.high.push(high);
  }
  const minute = { fills: records.fills, marks: marksIn(records) };
  for (const fill of records.fills) takeFill(state, fill, minute);
}

function marksIn({ bars }: MinutePayload): ReadonlyMap<string, Range> {
  const marks = new Map<string, Range>();
  for (const bar of bars) {
    const [low, high] = [exactOf(bar.low), exactOf(bar.high)];
    if (low !== null && high !== null) marks.set(bar.symbol, { low, high });
  }
  return marks;
}

function takeFill(state: Verification, fill: MinuteFill, minute: Minute): void {
  const team = state.byUid.get(fill.uid);
  const order = state.orders.get(fill.orderId);
  const size = exactOf(fill.size);
  const price = exactOf(fill.price);
  const realised = exactOf(fill.realised);
  if (team === undefined || order === undefined || size === null || price === null || realised === null) return;
  const root = rootOf(state, order);
  root.notional = plus(root.notional, times(size, price));
  root.isFilled = true;
  order.isFilled = true;
  if (realised.units > 0n) {
    let dealing = team.dealings.get(fill.counter);
    if (dealing === undefined) team.dealings.set(fill.counter, (dealing = { gained: ZERO, evidence: new Set() }));
    dealing.gained = plus(dealing.gained, realised);
    if (dealing.evidence.size < EVIDENCE) dealing.evidence.add(order.index);
  }
  const isBought = isBuying(order);
  takeGift(state, { team, fill, order, size, price, isBought }, minute);
  const from = Math.floor((fill.t - state.contest.startMs) / SAMPLE_MS) + 1;
  move(team, fill.symbol, { from: Math.max(0, from), t: fill.t }, isBought ? size : minus(ZERO, size));
}

/** The order that a plan order, and all that follows from it, was first set with. */
function rootOf({ orders }: Verification, order: TeamOrder): TeamOrder {
  let root = order;
  // A parent is older than its child, so this ends.
  for (;;) {
    const { parentOrderId } = root.header;
    const parent = parentOrderId === null ? undefined : orders.get(parentOrderId);
    if (parent === undefined || parent.index >= root.index) return root;
    root = parent;
  }
}

function move({ positions }: Team, symbol: string, at: Omit<SignChange, 'sign'>, size: Exact): void {
  let position = positions.get(symbol);
  if (position === undefined) positions.set(symbol, (position = { net: ZERO, changes: [] }));
  position.net = plus(position.net, size);
  const { units } = position.net;
  const sign = units > 0n ? 1 : units < 0n ? -1 : 0;
  const last = position.changes.at(-1);
  if (last?.from === at.from) position.changes.pop();
  position.changes.push({ ...at, sign });
}
