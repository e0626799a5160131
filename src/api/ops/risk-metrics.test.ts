import { expect, it } from 'vitest';
import { accountId, type Play, startPlay } from '../../../test/scenarios/play.ts';
import { readScenarios, playScenario } from '../../../test/scenarios/reader.ts';
import type { Event } from '../../core/turn/events.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { createRiskWatch } from '../../live/risk-watch.ts';
import { Metrics } from '../metrics/metrics.ts';
import { addRiskMetrics, riskAlarms } from './risk-metrics.ts';

/** Plays lines of a scenario and tells the watch of each command, as the sequencer would. */
async function watch(...lines: string[]) {
  const play: Play = startPlay();
  const warnings: Record<string, unknown>[] = [];
  const metrics = new Metrics();
  const log = { warn: (fields: Record<string, unknown>) => void warnings.push(fields) };
  const [opening] = readScenarios(
    't.scn',
    '# LIQD-001 opening\nINSURANCE deposits 20\nann deposits 16000\nnext match is 3',
  );
  playScenario(opening!, play);
  const { engine, state } = play.exchange!;
  const riskWatch = createRiskWatch(riskAlarms(log as never));
  addRiskMetrics(metrics, riskWatch.figures, state);
  const apply = engine.apply.bind(engine);
  const seen: Event[] = [];
  engine.apply = (sequenced): Outcome => {
    const outcome = apply(sequenced);
    riskWatch.apply(sequenced, outcome);
    seen.push(...outcome.events);
    return outcome;
  };
  playScenario(readScenarios('t.scn', ['# LIQD-001 title', ...lines].join('\n'))[0]!, play);
  const rows = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('outcry_') && !line.includes('http'));
  return { warnings, rows, seen, riskWatch };
}

it('counts liquidations by mode, and warns of what should not happen: nobody to deleverage, a loss the fund can not bear', async () => {
  const { warnings, rows, riskWatch } = await watch(
    'bob deposits 100000',
    'index btc 50000',
    'bob opens short 1 at 50000',
    'ann opens long 1 at market isolated',
    'bob closes short 1 at 50000',
    'ann opens short 1 at market isolated',
    'index btc 47000',
    'ann has amount 16440',
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      'outcry_liquidations_total{margin_mode="cross"} 0',
      'outcry_liquidations_total{margin_mode="isolated"} 1',
      'outcry_deleveraged_fills_total{symbol="cmt_btcusdt"} 1',
      'outcry_closed_at_mark_total{symbol="cmt_btcusdt"} 1',
      'outcry_losses_shared_usdt_total{payer="insurance"} 20',
      'outcry_losses_shared_usdt_total{payer="winners"} 0',
      'outcry_losses_shared_usdt_total{payer="exchange"} 480',
      'outcry_insurance_usdt_total{direction="paid"} 20',
      'outcry_insurance_fund_usdt 0',
      'outcry_order_reliefs_total 0',
    ]),
  );
  const account = accountId('ann');
  const { liquidations, deleveragings, closedAtMark, lossesShared } = riskWatch.news();
  expect(liquidations).toMatchObject([{ account, symbol: 'cmt_btcusdt', mode: 'isolated' }]);
  expect(deleveragings.map((one) => one.account)).toEqual([account]);
  expect(closedAtMark).toMatchObject([{ account, size: 10_000 }]);
  expect(lossesShared).toMatchObject([{ account, owed: 500_00000000, insured: 20_00000000, borne: 480_00000000 }]);
  expect(lossesShared[0]!.sequence, 'in one command').toBe(closedAtMark[0]!.sequence);
  expect(warnings).toMatchObject([
    { event: 'closedAtMark', account, symbol: 'cmt_btcusdt', size: '1.0000' },
    { event: 'lossShared', account, owed: '500.00000000', insured: '20.00000000', shared: '0', borne: '480.00000000' },
  ]);
});

it('counts order reliefs by account, and funding', async () => {
  const { warnings, rows } = await watch(
    'bob deposits 100000',
    'index btc 50000',
    'bob opens short 1 at 50000',
    'ann opens long 1 at market',
    'ann opens long 2.5 at 48000 as a1',
    'ann opens long 2.5 at 47000 as a2',
    'funding btc settles 0.0001',
    'index btc 46000',
    'order a1 is canceled MARGIN_NOT_ENOUGH ORDER_RELIEF',
    'order a2 is canceled MARGIN_NOT_ENOUGH ORDER_RELIEF',
  );
  expect(rows).toEqual(
    expect.arrayContaining(['outcry_order_reliefs_total 1', 'outcry_funding_paid_usdt_total{symbol="cmt_btcusdt"} 5']),
  );
  expect(warnings).toEqual([]);
});
