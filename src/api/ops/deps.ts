/** The running parts that operations look at, beside those of calls. */
import type { Projections } from '../../live/projection.ts';
import type { RiskWatch } from '../../live/risk-watch.ts';
import type { CallDeps } from '../call/deps.ts';

export interface OpsDeps extends CallDeps {
  readonly projections: Pick<Projections, 'detached'>;
  /** Acts of the risk engine since the start. */
  readonly risk: Pick<RiskWatch, 'figures' | 'news' | 'isWhole'>;
  /** Seconds until the disk will be full, when that is soon; null while it isn't. */
  diskFilling?(): number | null;
  /** Closed files of the journal that are missing or damaged. */
  journalLost?(): number;
}
