/** The running parts that operations look at, beside those of calls. */
import type { Projections } from '../../live/projection.ts';
import type { RiskWatch } from '../../live/risk-watch.ts';
import type { CallDeps } from '../call/deps.ts';

/** Facts about other nodes and about what nodes share. */
export interface NodeFacts {
  /** The part of etcd's quota that is in use, 0 to 1, while that is much; null while it is not. */
  orderFilling(): number | null;
  /** Nodes that stopped because they met another order or state than the others. */
  diverged(): readonly string[];
}

export interface OpsDeps extends CallDeps {
  /** Of a node among several alone. */
  readonly nodeFacts?: NodeFacts;
  readonly projections: Pick<Projections, 'detached'>;
  /** Acts of the risk engine since the start. */
  readonly risk: Pick<RiskWatch, 'figures' | 'news' | 'isWhole'>;
  /** Seconds until the disk will be full, when that is soon; null while it isn't. */
  diskFilling?(): number | null;
  /** Closed files of the journal that are missing or damaged. */
  journalLost?(): number;
}
