/** What the exchange says about itself: sequence, state hash, audit of the invariants; and the request to stop. */
import { audit } from '../../core/audit.ts';
import { stateHash } from '../../core/state-hash.ts';
import type { ApiDeps } from '../deps.ts';
import { sha256 } from '../routes/uploadAiLog.ts';
import { AdminRefusal, type AdminRoute, get, post } from './body.ts';

export const STOP_PATH = '/admin/stop';

export function exchangeRoutes(deps: ApiDeps): AdminRoute[] {
  const { engine, sequencer, store } = deps;
  return [
    get('/admin/state', async () => ({
      sequence: engine.state.sequence,
      timeMs: engine.state.timeMs,
      projected: store.projected(),
      hash: stateHash(engine.state, sha256),
      healthy: sequencer.healthy(),
    })),
    get('/admin/audit', async () => {
      const started = performance.now();
      const failures = audit(engine.state);
      const milliseconds = Math.round(performance.now() - started);
      const { sequence, accounts, positions } = engine.state;
      return { sequence, accounts: accounts.size, positions: positions.size, milliseconds, ok: failures.length === 0, failures };
    }),
    post(STOP_PATH, async () => {
      const { requestStop } = deps;
      if (requestStop === undefined) throw new AdminRefusal('this exchange is part of another program, which stops it');
      // The answer first.
      setImmediate(requestStop);
      return { stopping: true };
    }),
  ];
}
