/**
 * The work of the risk engine in figures: liquidations, deleveraging, the insurance fund, funding, order reliefs; and
 * the newest events behind those figures, for the operator. A projection of events since this process began. The
 * figures are never by account; the newest events name theirs.
 *
 * Two things should not happen and raise an alarm when they do: a close at the mark (LIQD-012) and a loss beyond a
 * part's own money (LIQD-013). Metrics and log lines are made of this elsewhere (api/ops/risk-metrics.ts).
 */
import type { ClosedAtMark, Event, LossShared } from '../core/turn/events.ts';
import type { Bill } from '../core/language/bills.ts';
import { INSURANCE } from '../core/language/accounts.ts';
import type { Contract } from '../core/language/contract.ts';
import type { AccountId, Money, Steps, TimeMs } from '../core/num/units.ts';
import { isShared } from '../core/state/parts.ts';
import type { Order } from '../core/state/records.ts';
import type { FromStart } from './projection.ts';

/** Events that should not happen. */
export type Alarm = ClosedAtMark | LossShared;

type Counts = Record<string, number>;

/** Counts by name; money in USDT, for display only. */
export interface RiskFigures {
  readonly liquidations: Counts;
  readonly deleveraged: Counts;
  readonly closedAtMark: Counts;
  readonly losses: Counts;
  readonly insurance: Counts;
  readonly funding: Counts;
  reliefs: number;
}

/** When something happened. */
interface At {
  readonly sequence: number;
  readonly timeMs: TimeMs;
}

/** A part whose liquidation began. `symbol` names the worst of its contracts. */
interface Liquidation extends At {
  readonly account: AccountId;
  readonly symbol: string;
  readonly mode: 'cross' | 'isolated';
  /** The part's positions when it began. */
  readonly amount: Money;
}

/** A position closed against a winner without the book. */
interface Deleveraging extends At {
  readonly account: AccountId;
  readonly winner: AccountId;
  readonly contract: Contract;
  readonly size: Steps;
  readonly value: Money;
}

interface Closing extends At {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly size: Steps;
}

interface Loss extends At, Omit<LossShared, 'name'> {}

interface Kept {
  readonly liquidations: Liquidation[];
  readonly deleveragings: Deleveraging[];
  readonly closedAtMark: Closing[];
  readonly lossesShared: Loss[];
}

/** The latest events, the newest first. */
export type RiskNews = { readonly [Kind in keyof Kept]: Readonly<Kept[Kind]> };

export interface RiskWatch extends FromStart {
  /** Read only; they go on counting. */
  readonly figures: Readonly<RiskFigures>;
  /** At most 50 of each. */
  news(): RiskNews;
  /** Whether it saw all there was; not when it failed. */
  readonly isWhole: boolean;
}

const NEWEST = 50;

/** `alarm` is called for each event that should not happen, with the sequence of its command. */
export function createRiskWatch(alarm: (event: Alarm, sequence: number) => void): RiskWatch {
  const figures: RiskFigures = {
    liquidations: { cross: 0, isolated: 0 },
    deleveraged: {},
    closedAtMark: {},
    losses: { insurance: 0, winners: 0, exchange: 0 },
    insurance: { paid: 0, received: 0 },
    funding: {},
    reliefs: 0,
  };
  const kept: Kept = { liquidations: [], deleveragings: [], closedAtMark: [], lossesShared: [] };
  let isWhole = true;
  return {
    name: 'risk-watch',
    // Counters begin with the process, as Prometheus expects.
    needsReplay: false,
    figures,
    news: () => ({
      liquidations: kept.liquidations.toReversed(),
      deleveragings: kept.deleveragings.toReversed(),
      closedAtMark: kept.closedAtMark.toReversed(),
      lossesShared: kept.lossesShared.toReversed(),
    }),
    get isWhole() {
      return isWhole;
    },
    detached: () => void (isWhole = false),
    apply(sequenced, outcome) {
      if (!outcome.ok) return;
      // Made for the few commands that relieve anyone: every command comes this way.
      let relieved: Set<number> | null = null;
      for (const event of outcome.events) {
        if (event.name !== 'orderChanged') count(figures, kept, event, sequenced);
        else if (isRelieved(event.order)) (relieved ??= new Set()).add(event.order.account.id);
        if (event.name === 'closedAtMark' || event.name === 'lossShared') alarm(event, sequenced.sequence);
      }
      if (relieved !== null) figures.reliefs += relieved.size;
    },
  };
}

function isRelieved(order: Order): boolean {
  return order.cancelDetail === 'ORDER_RELIEF';
}

/** Counts the event, and keeps what the operator is shown of it. */
function count(figures: RiskFigures, kept: Kept, event: Event, { sequence, timeMs }: At): void {
  switch (event.name) {
    case 'billPosted':
      return countBill(figures, kept, event.bill, sequence);
    case 'fillMade': {
      const { maker, taker, size, value } = event;
      const { contract } = event.instrument;
      if (maker.order.cause !== 'deleverage') return;
      bump(figures.deleveraged, contract.symbol);
      const [account, winner] = [taker.order.account.id, maker.order.account.id];
      keep(kept.deleveragings, { sequence, timeMs, account, winner, contract, size, value });
      return;
    }
    case 'closedAtMark': {
      const { account, size } = event;
      const { contract } = event.instrument;
      bump(figures.closedAtMark, contract.symbol);
      keep(kept.closedAtMark, { sequence, timeMs, account, contract, size });
      return;
    }
    case 'lossShared': {
      const { account, symbol, owed, insured, shared, borne } = event;
      bump(figures.losses, 'insurance', usdtOf(insured));
      bump(figures.losses, 'winners', usdtOf(shared));
      bump(figures.losses, 'exchange', usdtOf(borne));
      keep(kept.lossesShared, { sequence, timeMs, account, symbol, owed, insured, shared, borne });
      return;
    }
    case 'fundingSettled':
      bump(figures.funding, event.instrument.contract.symbol, usdtOf(event.paid));
      return;
    default:
  }
}

function countBill(figures: RiskFigures, kept: Kept, bill: Bill, sequence: number): void {
  const { account, businessType, symbol, amount, balance, timeMs } = bill;
  if (account === INSURANCE) bump(figures.insurance, amount < 0 ? 'paid' : 'received', Math.abs(usdtOf(amount)));
  if (businessType !== 'start_liquidate') return;
  const mode = isShared(bill) ? 'cross' : 'isolated';
  bump(figures.liquidations, mode);
  keep(kept.liquidations, { sequence, timeMs, account, symbol, mode, amount: balance });
}

/** Adds what happened last; the oldest goes. */
function keep<Fact>(facts: Fact[], fact: Fact): void {
  if (facts.push(fact) > NEWEST) facts.shift();
}

function bump(counts: Counts, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

/** For display only. */
export function usdtOf(amount: Money): number {
  return Number(amount) / 100_000_000;
}
