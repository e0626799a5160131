/**
 * The work of the risk engine in figures: liquidations, deleveraging, the insurance fund, funding, order reliefs. A
 * projection of events since this process began; never by account.
 *
 * Two things should not happen and raise an alarm when they do: a close at the mark (LIQD-012) and a loss beyond a
 * part's own money (LIQD-013). Metrics and log lines are made of this elsewhere (api/ops/risk-metrics.ts).
 */
import type { ClosedAtMark, Event, LossShared } from '../core/turn/events.ts';
import { INSURANCE } from '../core/language/accounts.ts';
import type { Money } from '../core/num/units.ts';
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

export interface RiskWatch extends FromStart {
  /** Read only; they go on counting. */
  readonly figures: Readonly<RiskFigures>;
}

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
  return {
    name: 'risk-watch',
    // Counters begin with the process, as Prometheus expects.
    needsReplay: false,
    figures,
    apply({ sequence }, outcome) {
      if (!outcome.ok) return;
      const relieved = new Set<number>();
      for (const event of outcome.events) {
        count(figures, event);
        if (event.name === 'orderChanged' && isRelieved(event.order)) relieved.add(event.order.account.id);
        else if (event.name === 'closedAtMark' || event.name === 'lossShared') alarm(event, sequence);
      }
      figures.reliefs += relieved.size;
    },
  };
}

function isRelieved(order: Order): boolean {
  return order.cancelDetail === 'ORDER_RELIEF';
}

function count(figures: RiskFigures, event: Event): void {
  switch (event.name) {
    case 'billPosted': {
      const { bill } = event;
      if (bill.businessType === 'start_liquidate')
        bump(figures.liquidations, bill.positionId === 0 ? 'cross' : 'isolated');
      if (bill.account === INSURANCE)
        bump(figures.insurance, bill.amount < 0 ? 'paid' : 'received', Math.abs(usdtOf(bill.amount)));
      return;
    }
    case 'fillMade':
      if (event.maker.order.cause === 'deleverage') bump(figures.deleveraged, event.instrument.contract.symbol);
      return;
    case 'closedAtMark':
      bump(figures.closedAtMark, event.instrument.contract.symbol);
      return;
    case 'lossShared':
      bump(figures.losses, 'insurance', usdtOf(event.insured));
      bump(figures.losses, 'winners', usdtOf(event.shared));
      bump(figures.losses, 'exchange', usdtOf(event.borne));
      return;
    case 'fundingSettled':
      bump(figures.funding, event.instrument.contract.symbol, usdtOf(event.paid));
      return;
    default:
  }
}

function bump(counts: Counts, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

/** For display only. */
export function usdtOf(amount: Money): number {
  return Number(amount) / 100_000_000;
}
