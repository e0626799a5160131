/**
 * The endpoints operators and machines ask (wire 7): alive, ready, metrics. No signature, no weight, outside `/capi`.
 */
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './deps.ts';
import { JSON_UTF8 } from './reply.ts';

export function addOperations(app: FastifyInstance, deps: ApiDeps): void {
  app.get('/healthz', (_, reply) => reply.type(JSON_UTF8).header('Cache-Control', 'no-store').send('{"status":"ok"}'));
  app.get('/readyz', (_, reply) => {
    const { ready, reason } = deps.readiness();
    reply.type(JSON_UTF8).header('Cache-Control', 'no-store');
    if (ready && deps.sequencer.healthy())
      return reply.send(JSON.stringify({ status: 'ready', sequence: deps.sequencer.sequence }));
    const status = ready || reason.startsWith('stopping') ? 'stopping' : 'recovering';
    return reply.code(503).send(JSON.stringify({ status, reason: ready ? 'the journal can not be written' : reason }));
  });
  app.get('/metrics', async (_, reply) => {
    const text = await deps.metrics.text();
    return reply.type(deps.metrics.registry.contentType).header('Cache-Control', 'no-store').send(text);
  });
}
