/**
 * Counts, from the events of commands, the activity of accounts in live contests (CTST-005): fills and the highest and
 * lowest marks for the minute's leaf, and the sums a team is shown with. Asked only while a contest is live.
 */
import { invariant } from '../num/invariant.ts';
import { add, max, min, mul, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { canonicalText } from '../num/decimal.ts';
import { priceText, sizeText } from '../ailog/append-leaf.ts';
import type { Contest, Instrument, Order, Team } from '../state/records.ts';
import type { FillMade, FillSide } from '../turn/events.ts';
import type { Turn } from '../turn/turn.ts';
import type { Bill } from '../language/bills.ts';
import type { MinuteFill } from '../standing/minute.ts';

/** Looks at the turn's events since it last did. */
export function countTurn(turn: Turn): void {
  const { events, state } = turn;
  invariant(
    turn.counted <= events.length,
    'CTST-005: no event is counted before it happens',
    turn.counted,
    events.length,
  );
  for (; turn.counted < events.length; turn.counted++) {
    const event = events[turn.counted]!;
    if (event.name === 'fillMade') countFill(turn, event);
    else if (event.name === 'billPosted') {
      const team = liveTeam(state.accounts.get(event.bill.account)?.team);
      if (team !== null) countBill(team, event.bill);
    } else if (event.name === 'markChanged')
      for (const contest of state.contest.contests.values()) if (contest.phase === 'live') countMark(contest, event);
  }
}

/** One that plays now, in or out. */
function liveTeam(team: Team | null | undefined): Team | null {
  return team != null && team.track !== null && team.contest.phase === 'live' ? team : null;
}

function countFill(turn: Turn, fill: FillMade): void {
  countSide(turn, fill, fill.taker, fill.maker, 'taker');
  countSide(turn, fill, fill.maker, fill.taker, 'maker');
}

function countSide(turn: Turn, fill: FillMade, side: FillSide, other: FillSide, role: MinuteFill['role']): void {
  const { order, nth, fee, liquidateFee } = side;
  const team = liveTeam(order.account.team);
  if (team === null) return;
  const { contest } = team;
  invariant(
    contest.lastSampleMs <= turn.timeMs,
    'CTST-005: a fill is of the minute after the last sample',
    team,
    order,
  );
  invariant(nth >= 1 && nth <= order.fills, 'CTST-005: a fill that is counted was made', order, nth);
  contest.fills.push(recordOf(turn, fill, side, other, role));
  team.volume = add(team.volume, fill.value);
  team.fees = add(team.fees, add(fee, liquidateFee));
  if (nth === 1 && isCounted(order, contest)) team.filled++;
  if (nth === 1 && order.cause === 'liquidation') team.liquidations++;
}

function recordOf(
  turn: Turn,
  { id, instrument, price, size }: FillMade,
  { order, fee, realised }: FillSide,
  other: FillSide,
  role: MinuteFill['role'],
): MinuteFill {
  return {
    counter: String(other.order.account.id),
    fee: canonicalText(fee, 8),
    id: String(id),
    orderId: String(order.id),
    price: priceText(instrument, price),
    realised: canonicalText(realised, 8),
    role,
    size: sizeText(instrument, size),
    symbol: instrument.contract.symbol,
    t: turn.timeMs,
    uid: String(order.account.id),
  };
}

/** A caller's own order with a leaf, placed while the contest ran; a preset's plan orders follow their parent. */
function isCounted({ cause, leafIndex, createdMs, plan }: Order, { config }: Contest): boolean {
  const placedMs = plan?.createdMs ?? createdMs;
  const isOwn = plan === null ? leafIndex >= 0 : plan.parentId === 0 && plan.leafIndex >= 0;
  return cause === 'wanted' && isOwn && placedMs >= config.startMs && placedMs < config.endMs;
}

const INWARD: ReadonlySet<string> = new Set(['deposit', 'withdraw', 'transfer_in', 'transfer_out']);

function countBill(team: Team, { businessType, amount }: Bill): void {
  if (INWARD.has(businessType)) team.flows = add(team.flows, amount);
  if (businessType === 'position_funding') team.funding = sub(team.funding, amount);
}

function countMark(contest: Contest, { instrument }: { readonly instrument: Instrument }): void {
  const price = markOf(instrument);
  if (price === 0) return;
  const bar = contest.bars.find(({ symbol }) => symbol === instrument.contract.symbol);
  if (bar === undefined) return;
  bar.high = max(bar.high, price);
  bar.low = bar.low === 0 ? price : min(bar.low, price);
  invariant(bar.low > 0 && bar.low <= bar.high, 'CTST-005: the lowest mark is not above the highest', contest, bar.low);
}

/** The mark in 1e-8; 0 while it is not valid. */
export function markOf({ mark, markValid, contract }: Instrument): Money {
  return markValid ? mul(mark, contract.tickE8) : 0;
}
