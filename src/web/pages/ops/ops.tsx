/**
 * The operator's page: whether all is well, and what to do when it isn't; then the figures behind that.
 */
import { useEffect } from 'preact/hooks';
import { timeText } from '../../format/time.ts';
import { nowSecond } from '../../base/clock.ts';
import { followOperation, lookFault, overview, receivedMs } from '../../live/operation.ts';
import { Fault } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { Contracts } from './contracts.tsx';
import { Gauges } from './gauges.tsx';
import { Health } from './health.tsx';
import { Outage } from './outage.tsx';
import { RiskTables } from './risk.tsx';
import './ops.css';

/** Three looks that brought nothing. */
const STALE_MS = 6_000;

export function OpsPage() {
  const { ops } = adminWords.value;
  useEffect(followOperation, []);
  const known = overview.value;
  if (known === null) return lookFault.value === null ? <p class="dim">…</p> : <Fault error={lookFault.value} />;
  const isStale = nowSecond.value - receivedMs.value > STALE_MS;
  return (
    <div class={isStale ? 'ops stale' : 'ops'}>
      <h1 class="hidden-text">{ops.title}</h1>
      {isStale ? (
        <div class="banner" role="status">
          {ops.asOf(timeText(known.nowMs))}
        </div>
      ) : null}
      <Health known={known} />
      <Gauges known={known} />
      <Contracts rows={known.contracts} />
      <RiskTables />
      <Outage />
    </div>
  );
}
