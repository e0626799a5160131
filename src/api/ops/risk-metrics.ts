/**
 * How operators see the risk engine: the figures of `live/risk-watch.ts` as metrics, its alarms as warnings in the log.
 * Counts nothing itself.
 */
import type { ClosedAtMark, LossShared } from '../../core/turn/events.ts';
import { INSURANCE } from '../../core/language/accounts.ts';
import type { State } from '../../core/state/state.ts';
import { type Alarm, type RiskFigures, usdtOf } from '../../live/risk-watch.ts';
import type { CallDeps } from '../call/deps.ts';
import { moneyText, sizeText } from '../words/wire.ts';
import type { Metrics } from '../metrics/metrics.ts';

export function addRiskMetrics(metrics: Metrics, figures: RiskFigures, state: State): void {
  const { liquidations, deleveraged, closedAtMark, losses, insurance, funding } = figures;
  metrics.counters('outcry_liquidations_total', 'Parts liquidated, by margin mode', 'margin_mode', () => liquidations);
  metrics.counters(
    'outcry_deleveraged_fills_total',
    'Positions closed against winners without the book',
    'symbol',
    () => deleveraged,
  );
  metrics.counters(
    'outcry_closed_at_mark_total',
    'Closes at the mark: should not happen',
    'symbol',
    () => closedAtMark,
  );
  metrics.counters(
    'outcry_losses_shared_usdt_total',
    'Losses beyond a part’s own money: should not happen',
    'payer',
    () => losses,
  );
  metrics.counters(
    'outcry_insurance_usdt_total',
    'Money the insurance fund paid and received',
    'direction',
    () => insurance,
  );
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

/** The events that write an alarm to the log. */
export function riskAlarms(log: Pick<CallDeps['log'], 'warn'>): (event: Alarm, sequence: number) => void {
  return (event, sequence) => {
    if (event.name === 'closedAtMark') warnClosed(log, sequence, event);
    else warnLoss(log, sequence, event);
  };
}

type Warns = Pick<CallDeps['log'], 'warn'>;

function warnClosed(log: Warns, sequence: number, { account, instrument, size }: ClosedAtMark): void {
  const { contract } = instrument;
  log.warn(
    { event: 'closedAtMark', sequence, account, symbol: contract.symbol, size: sizeText(contract, size) },
    'a liquidation found nobody to close against and closed at the mark',
  );
}

function warnLoss(log: Warns, sequence: number, event: LossShared): void {
  const { account, symbol, owed, insured, shared, borne } = event;
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
