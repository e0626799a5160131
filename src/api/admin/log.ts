/** Administration of the AI log: how much of it is published, and giving it another key. */
import { command } from './command.ts';
import type { AdminDeps } from './deps.ts';
import { type AdminRoute, get, post } from './body.ts';

export function logRoutes(deps: AdminDeps): AdminRoute[] {
  const { engine, publishedLog } = deps;
  return [
    get('/admin/log', async () => {
      const { origin, nextIndex, keys } = engine.state.ailog;
      const newest = publishedLog.newest();
      const published = newest === null ? null : newest.size;
      return {
        origin,
        size: nextIndex,
        published,
        trouble: publishedLog.trouble(),
        keys,
        policy: publishedLog.policy(),
      };
    }),
    post('/admin/log/rotate', async () => {
      const vkey = await deps.newLogKey(engine.state.ailog.origin);
      const { sequence } = await command(deps, { name: 'announceKey', vkey, previous: null });
      return { vkey, sequence };
    }),
  ];
}
