/** The figures of the exchange that are read at each scrape: sequence, projection, books, positions, refusals. Never by account. */
import { orderCount } from '../core/matching/book.ts';
import type { ApiDeps } from './deps.ts';
import type { Limits } from './limits.ts';

export function addServiceGauges({ metrics, engine, sequencer, store }: ApiDeps, limits: Limits): void {
  const { state } = engine;
  metrics.counters('outcry_requests_refused_total', 'Answers 429 by scope', 'scope', () => ({ ...limits.refused }));
  metrics.gauge('outcry_sequence', 'Last sequence applied', () => sequencer.sequence);
  metrics.gauge('outcry_projection_lag', 'Sequences applied but not yet in the read store', () =>
    Math.max(0, sequencer.sequence - store.projected()),
  );
  metrics.gauge('outcry_healthy', '1 while commands are taken', () => (sequencer.healthy() ? 1 : 0));
  metrics.gauge('outcry_accounts', 'Accounts', () => state.accounts.size);
  metrics.gauge('outcry_positions', 'Open positions', () => state.positions.size);
  metrics.gauge('outcry_ai_leaves', 'Leaves of the AI log', () => state.ailog.nextIndex);
  metrics.counters('outcry_book_orders', 'Orders resting on the book', 'symbol', () =>
    Object.fromEntries(state.instruments.map(({ contract, book }) => [contract.symbol, orderCount(book)])),
  );
}
