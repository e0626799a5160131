/** What the exchange says about itself: sequence, state hash, audit of the invariants; contract halts, prices, and the request to stop. */
import { audit } from '../../core/audit.ts';
import { stateHash } from '../../core/state-hash.ts';
import type { ApiDeps } from '../deps.ts';
import { sha256 } from '../routes/uploadAiLog.ts';
import { AdminRefusal, type AdminRoute, get, post, textIn } from './body.ts';
import { command } from './command.ts';

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
      const failures = audit(engine.state);
      return { sequence: engine.state.sequence, ok: failures.length === 0, failures };
    }),
    post('/admin/contracts/state', async (fields) => {
      const state = textIn(fields, 'state');
      if (state !== 'TRADING' && state !== 'HALTED') throw new AdminRefusal(`state is '${state}', needs TRADING or HALTED`);
      const symbol = textIn(fields, 'symbol');
      const { sequence } = await command(deps, { name: 'setContractState', symbol, state });
      return { symbol, state, sequence };
    }),
    post('/admin/index-price', async (fields) => {
      const symbol = textIn(fields, 'symbol');
      const price = textIn(fields, 'price');
      const { sequence } = await command(deps, { name: 'setIndexPrice', symbol, price, sourceTimeMs: deps.clock.nowMs() });
      return { symbol, price, sequence };
    }),
    post('/admin/stop', async () => {
      const { requestStop } = deps;
      if (requestStop === undefined) throw new AdminRefusal('this exchange is stopped with a signal to its process');
      setImmediate(requestStop);
      return { stopping: true };
    }),
  ];
}
