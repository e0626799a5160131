/**
 * The figures of the exchange that are read at each scrape: sequence, projection, books, positions, refusals. Never by
 * account.
 */
import { orderCount } from '../../core/matching/book.ts';
import type { OpsDeps } from './deps.ts';
import type { Connections } from '../front/checks/connections.ts';
import type { Front } from '../front/front.ts';
import { awaySeconds } from './operations.ts';

export function addServiceGauges(
  deps: OpsDeps,
  { limits, room, state: front }: Pick<Front, 'limits' | 'room' | 'state'>,
  connections: Connections,
): void {
  const { metrics, engine, sequencer, clock, store, answered, projections } = deps;
  const { state } = engine;
  metrics.counters('outcry_requests_refused_total', 'Answers 429 by scope', 'scope', () => ({ ...limits.refused }));
  metrics.gauge('outcry_http_connections', 'Open connections', () => connections.open);
  metrics.counters(
    'outcry_http_connections_refused_total',
    'Connections refused, by whose share was taken',
    'for',
    () => ({
      ...connections.refused,
    }),
  );
  metrics.gauge('outcry_http_body_bytes', 'Bytes of request bodies kept, or set aside for them', () => room.bytes);
  metrics.counter('outcry_http_body_steps_total', 'Steps of reading large bodies', () => front.deps.slices.taken);
  metrics.counters('outcry_http_bodies_refused_total', 'Bodies without room, by whose share was taken', 'for', () => ({
    ...room.refused,
  }));
  metrics.gauge('outcry_answered_requests', 'Signed requests kept in case they come again', () => answered.size);
  metrics.gauge('outcry_commands_waiting', 'Commands that wait to be written', () => sequencer.waiting);
  metrics.gauge('outcry_sequence', 'Last sequence applied', () => sequencer.sequence);
  metrics.gauge('outcry_projection_lag', 'Sequences applied but not yet in the read store', () =>
    Math.max(0, sequencer.sequence - store.projected()),
  );
  metrics.gauge('outcry_store_away_seconds', 'For how long the read store has been away', () => awaySeconds(store));
  metrics.gauge(
    'outcry_projections_detached',
    'Projections in memory that failed and are gone until the next start',
    () => projections.detached.length,
  );
  metrics.gauge('outcry_healthy', '1 while commands are taken', () =>
    sequencer.healthy() && clock.trouble() === null && deps.halted() === null ? 1 : 0,
  );
  metrics.gauge(
    'outcry_clock_ahead_seconds',
    'How far the time of commands lies after the machine’s clock',
    () => clock.aheadMs() / 1000,
  );
  metrics.gauge(
    'outcry_clock_jump_seconds',
    'How far the machine’s clock is from where the time that passed would have taken it',
    () => clock.jumpMs() / 1000,
  );
  metrics.gauge('outcry_accounts', 'Accounts', () => state.accounts.size);
  metrics.gauge('outcry_positions', 'Open positions', () => state.positions.size);
  metrics.gauge('outcry_ai_leaves', 'Leaves of the AI log', () => state.ailog.nextIndex);
  metrics.gauge(
    'outcry_ai_leaves_published',
    'Leaves that the newest checkpoint covers',
    () => deps.publishedLog.newest()?.size ?? 0,
  );
  metrics.gauges('outcry_book_orders', 'Orders resting on the book', 'symbol', () =>
    Object.fromEntries(state.instruments.map(({ contract, book }) => [contract.symbol, orderCount(book)])),
  );
}
