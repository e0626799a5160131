/**
 * What the risk engine does, as figures and alarms: liquidations, deleveraging, the insurance fund, funding, order reliefs. A projection of
 * events since this process began, read at each scrape; never by account.
 *
 * Two things should not happen and are logged as warnings when they do: a close at the mark (LIQD-012) and a loss beyond a part's own
 * money (LIQD-013).
 */
import type { Sequenced } from '../core/commands.ts';
import type { ClosedAtMark, Event, LossShared } from '../core/events.ts';
import { INSURANCE } from '../core/ledger/ledger.ts';
import type { Money } from '../core/num/units.ts';
import type { Order } from '../core/order.ts';
import type { Outcome } from '../core/outcome.ts';
import type { State } from '../core/state.ts';
import type { ApiDeps } from './deps.ts';
import { moneyText, sizeText } from './wire.ts';

export interface RiskWatch {
  /** To be called for every command applied live, in order. */
  onEvent(sequenced: Sequenced, outcome: Outcome): void;
}

type Counts = Record<string, number>;

interface Figures {
  readonly liquidations: Counts;
  readonly deleveraged: Counts;
  readonly closedAtMark: Counts;
  readonly losses: Counts;
  readonly insurance: Counts;
  readonly funding: Counts;
  reliefs: number;
}

export function createRiskWatch({ metrics, log }: Pick<ApiDeps, 'metrics' | 'log'>, state: State): RiskWatch {
  const figures: Figures = {
    liquidations: { cross: 0, isolated: 0 },
    deleveraged: {},
    closedAtMark: {},
    losses: { insurance: 0, winners: 0, exchange: 0 },
    insurance: { paid: 0, received: 0 },
    funding: {},
    reliefs: 0,
  };
  addMetrics(metrics, figures, state);
  return {
    onEvent({ sequence }, outcome) {
      if (!outcome.ok) return;
      const relieved = new Set<number>();
      for (const event of outcome.events) {
        count(figures, event);
        if (event.name === 'orderChanged' && isRelieved(event.order)) relieved.add(event.order.account.id);
        else if (event.name === 'closedAtMark') warnClosed(log, sequence, event);
        else if (event.name === 'lossShared') warnLoss(log, sequence, event);
      }
      figures.reliefs += relieved.size;
    },
  };
}

function isRelieved(order: Order): boolean {
  return order.cancelDetail === 'ORDER_RELIEF';
}

function addMetrics(metrics: ApiDeps['metrics'], figures: Figures, state: State): void {
  const { liquidations, deleveraged, closedAtMark, losses, insurance, funding } = figures;
  metrics.counters('outcry_liquidations_total', 'Parts liquidated, by margin mode', 'margin_mode', () => liquidations);
  metrics.counters(
    'outcry_deleveraged_fills_total',
    'Positions closed against winners without the book',
    'symbol',
    () => deleveraged,
  );
  metrics.counters('outcry_closed_at_mark_total', 'Closes at the mark: should not happen', 'symbol', () => closedAtMark);
  metrics.counters(
    'outcry_losses_shared_usdt_total',
    'Losses beyond a part’s own money: should not happen',
    'payer',
    () => losses,
  );
  metrics.counters('outcry_insurance_usdt_total', 'Money the insurance fund paid and received', 'direction', () => insurance);
  metrics.counters('outcry_funding_paid_usdt_total', 'Funding paid', 'symbol', () => funding);
  metrics.counter(
    'outcry_order_reliefs_total',
    'Accounts whose working orders were cancelled for want of margin',
    () => figures.reliefs,
  );
  metrics.gauge('outcry_insurance_fund_usdt', 'What the insurance fund holds', () =>
    usdtOf(state.accounts.get(INSURANCE)?.shared.amount ?? 0),
  );
}

function count(figures: Figures, event: Event): void {
  switch (event.name) {
    case 'billPosted': {
      const { bill } = event;
      if (bill.businessType === 'start_liquidate') bump(figures.liquidations, bill.positionId === 0 ? 'cross' : 'isolated');
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
function usdtOf(amount: Money): number {
  return Number(amount) / 100_000_000;
}

function warnClosed(log: ApiDeps['log'], sequence: number, { account, instrument, size }: ClosedAtMark): void {
  const { contract } = instrument;
  log.warn(
    { event: 'closedAtMark', sequence, account, symbol: contract.symbol, size: sizeText(contract, size) },
    'a liquidation found nobody to close against and closed at the mark',
  );
}

function warnLoss(log: ApiDeps['log'], sequence: number, { account, symbol, owed, insured, shared, borne }: LossShared): void {
  log.warn(
    {
      event: 'lossShared',
      sequence,
      account,
      symbol,
      owed: moneyText(owed),
      insured: moneyText(insured),
      shared: moneyText(shared),
      borne: moneyText(borne),
    },
    'a loss beyond an account’s own money was shared',
  );
}
