/**
 * The endpoints that operators and machines use (docs/operating.md): alive, ready, metrics. No signature, no weight,
 * outside `/capi`.
 *
 * Ready means that orders are taken. How far history has got, which reads of the past depend on, is stated alongside;
 * `/readyz?store` requires that as well.
 */
import type { FastifyInstance } from 'fastify';
import { LONGEST_RETRY_SECONDS } from '../../store/errors.ts';
import { canBeRead, type History } from '../../store/progress.ts';
import type { OpsDeps } from './deps.ts';
import { JSON_UTF8 } from '../front/answer/reply.ts';
import { machine } from '../../time/machine.ts';

interface Ready {
  readonly status: 'ready' | 'recovering' | 'waiting' | 'stopping';
  readonly sequence?: number;
  readonly reason?: string;
  readonly history?: History;
  readonly detached?: readonly string[];
  readonly store?: 'away';
  readonly store_away_seconds?: number;
  readonly disk?: 'filling';
  readonly disk_full_in_seconds?: number;
  readonly journal?: 'damaged';
  readonly journal_lost_files?: number;
  readonly order?: 'filling';
  /** Of etcd's quota, 0 to 1. */
  readonly order_used_part?: number;
  readonly diverged?: readonly string[];
}

const STORE_AWAY_RETRY_SECONDS = 5;

interface Answer {
  readonly body: Ready;
  readonly retryAfterSeconds: number;
}

export function addOperations(app: FastifyInstance, deps: OpsDeps): void {
  app.get('/healthz', (_, reply) => reply.type(JSON_UTF8).header('Cache-Control', 'no-store').send('{"status":"ok"}'));
  app.get('/readyz', (request, reply) => {
    const { body, retryAfterSeconds } = readyOf(deps, asksForStore(request.url));
    reply.type(JSON_UTF8).header('Cache-Control', 'no-store');
    if (body.status !== 'ready') reply.code(503).header('Retry-After', String(retryAfterSeconds));
    return reply.send(JSON.stringify(body));
  });
  app.get('/metrics', async (_, reply) => {
    const text = await deps.metrics.text();
    return reply.type(deps.metrics.registry.contentType).header('Cache-Control', 'no-store').send(text);
  });
}

function asksForStore(url: string): boolean {
  const mark = url.indexOf('?');
  return mark >= 0 && new URLSearchParams(url.slice(mark)).has('store');
}

function readyOf(deps: OpsDeps, withStore: boolean): Answer {
  const { sequencer, clock, store } = deps;
  const { ready, reason } = deps.readiness();
  if (!ready) return notYet({ status: reason.startsWith('stopping') ? 'stopping' : 'recovering', reason });
  if (!sequencer.healthy()) return notYet({ status: 'stopping', reason: 'the journal can not be written' });
  const { sequence } = sequencer;
  const history = store.history(sequence);
  const facts = { sequence, history, ...missing(deps) };
  const obstacle = clock.trouble() ?? deps.halted();
  if (obstacle !== null)
    return notYet({ status: 'waiting', reason: obstacle.text, ...facts }, obstacle.retryAfterSeconds);
  if (withStore && store.absence() !== null)
    return notYet({ status: 'recovering', reason: 'the read store is away', ...facts }, STORE_AWAY_RETRY_SECONDS);
  if (withStore && !canBeRead(history))
    return notYet(
      { status: 'recovering', reason: historyText(history), ...facts },
      Math.min(LONGEST_RETRY_SECONDS, history.seconds ?? 1),
    );
  return { body: { status: 'ready', ...facts }, retryAfterSeconds: 0 };
}

/** Parts that trading goes on without, and the disk space it will run out of. */
function missing(deps: OpsDeps): Partial<Ready> {
  const { projections, store } = deps;
  const filling = deps.diskFilling?.() ?? null;
  const lost = deps.journalLost?.() ?? 0;
  const detached = projections.detached.map(({ name }) => name);
  const part = deps.nodeFacts?.orderFilling() ?? null;
  const diverged = deps.nodeFacts?.diverged() ?? [];
  return {
    ...(detached.length === 0 ? {} : { detached }),
    ...(store.absence() === null ? {} : { store: 'away', store_away_seconds: awaySeconds(store) }),
    ...(filling === null ? {} : { disk: 'filling', disk_full_in_seconds: filling }),
    ...(lost === 0 ? {} : { journal: 'damaged', journal_lost_files: lost }),
    ...(part === null ? {} : { order: 'filling', order_used_part: Math.round(part * 100) / 100 }),
    ...(diverged.length === 0 ? {} : { diverged }),
  };
}

/** For how long the read store has been away; 0 while it is there. */
export function awaySeconds(store: OpsDeps['store']): number {
  const absence = store.absence();
  return absence === null ? 0 : Math.round((machine.steadyMs() - absence.sinceMs) / 1000);
}

function notYet(body: Ready, retryAfterSeconds = 1): Answer {
  return { body, retryAfterSeconds };
}

function historyText({ sequence, behind, seconds }: History): string {
  const when = seconds === null ? '' : `, about ${seconds} s`;
  return `history is stored up to sequence ${sequence}: ${behind} commands to go${when}`;
}
