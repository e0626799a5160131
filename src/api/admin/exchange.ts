/**
 * The exchange's own figures: sequence, state hash, audit of the invariants, and their progress; and the requests to
 * write a snapshot and to stop.
 *
 * Hash, audit and snapshot walk the whole state, so they are asked of the engine on the read store's thread, which is
 * held up instead of the one that trades. They are as of the sequence that the answer names, which includes every
 * command applied when they were asked for.
 */
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, get, post } from './body.ts';
import { soon } from '../../time/event-loop.ts';

export const STOP_PATH = '/admin/stop';

/** @param closing rejects when the administration closes: a proof is not waited for then */
export function exchangeRoutes(deps: AdminDeps, closing: Promise<never>): AdminRoute[] {
  const { sequencer, store } = deps;
  return [
    get('/admin/state', async () => ({
      ...(await Promise.race([store.ask('stateHash', null, sequencer.sequence), closing])),
      projected: store.projected(),
      healthy: sequencer.healthy(),
    })),
    get('/admin/audit', () => Promise.race([store.ask('audit', null, sequencer.sequence), closing])),
    post('/admin/snapshot', () => Promise.race([store.ask('snapshot', null, sequencer.sequence), closing])),
    get('/admin/progress', async () => ({
      sequence: sequencer.sequence,
      history: store.history(sequencer.sequence),
      proving: store.progress().proving,
    })),
    post(STOP_PATH, async () => {
      const { requestStop } = deps;
      if (requestStop === undefined) throw new AdminRefusal('this exchange is part of another program, which stops it');
      // Answer first.
      soon(requestStop);
      return { stopping: true };
    }),
  ];
}
