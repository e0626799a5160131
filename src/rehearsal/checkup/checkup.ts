/**
 * Checkups as they are asked for: facts gathered, then judged or written as tables. One is made at a time: each reads
 * all requests on file, and an agent that asks again and again shall hold up nobody but those who ask.
 */
import type { Checkups } from '../../api/call/checkups.ts';
import { CSV_TYPE } from '../../api/words/csv.ts';
import type { Facts } from './facts/facts.ts';
import { type CheckupSources, gatherFacts } from './facts/gather.ts';
import { reportOf } from './report.ts';
import { csvOf } from './tables/csv.ts';
import { PARQUET_TYPE, parquetOf } from './tables/parquet.ts';
import { tableOf } from './tables/tables.ts';

export function createCheckups(sources: CheckupSources): Checkups {
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <Made>(make: () => Promise<Made>): Promise<Made> => {
    const made = before.then(make);
    before = made.catch(() => undefined);
    return made;
  };
  const factsOf = (uid: number, sinceMs: number | null): Promise<Facts> => gatherFacts(sources, uid, sinceMs);
  return {
    accounts: () => inTurn(() => sources.requests.accounts()),
    report: (uid, sinceMs, language) => inTurn(async () => reportOf(await factsOf(uid, sinceMs), language)),
    table: (uid, sinceMs, table, form) =>
      inTurn(async () => {
        const made = tableOf(await factsOf(uid, sinceMs), table);
        if (form === 'csv') return { type: CSV_TYPE, content: await csvOf(made) };
        return { type: PARQUET_TYPE, content: await parquetOf(made) };
      }),
  };
}
