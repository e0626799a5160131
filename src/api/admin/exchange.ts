/** What the exchange says about itself: sequence, state hash, audit of the invariants; contract halts, prices, and the request to stop. */
import type { FastifyInstance } from 'fastify';
import { audit } from '../../core/audit.ts';
import { stateHash } from '../../core/state-hash.ts';
import type { ApiDeps } from '../deps.ts';
import { sha256 } from '../routes/uploadAiLog.ts';
import { AdminRefusal, bodyOf, textIn } from './body.ts';
import { command } from './command.ts';

export function addExchange(app: FastifyInstance, deps: ApiDeps): void {
  const { engine, sequencer, store } = deps;
  app.get('/admin/state', async () => ({
    sequence: engine.state.sequence,
    timeMs: engine.state.timeMs,
    projected: store.projected(),
    hash: stateHash(engine.state, sha256),
    healthy: sequencer.healthy(),
  }));
  app.get('/admin/audit', async () => {
    const failures = audit(engine.state);
    return { sequence: engine.state.sequence, ok: failures.length === 0, failures };
  });
  app.post('/admin/contracts/state', async (request) => {
    const body = bodyOf(request.body);
    const state = textIn(body, 'state');
    if (state !== 'TRADING' && state !== 'HALTED') throw new AdminRefusal(`state is '${state}', needs TRADING or HALTED`);
    const symbol = textIn(body, 'symbol');
    const { sequence } = await command(deps, { name: 'setContractState', symbol, state });
    return { symbol, state, sequence };
  });
  app.post('/admin/index-price', async (request) => {
    const body = bodyOf(request.body);
    const symbol = textIn(body, 'symbol');
    const price = textIn(body, 'price');
    const { sequence } = await command(deps, { name: 'setIndexPrice', symbol, price, sourceTimeMs: deps.clock.nowMs() });
    return { symbol, price, sequence };
  });
  app.post('/admin/stop', async (_, reply) => {
    if (deps.requestStop === undefined) throw new AdminRefusal('this exchange is stopped with a signal to its process');
    reply.send({ stopping: true });
    deps.requestStop();
    return reply;
  });
}
