/**
 * An exchange with nothing around it, for programs that embed one, and for tests: the contracts everyone has, a journal
 * in memory or on a disk, and a tick each second of its time. It has no read store.
 */
import { activation } from '../core/contracts/activateCore.ts';
import { createEngine } from '../core/engine.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import { startScheduler } from '../market/scheduler.ts';
import type { JournalDisk } from '../sequencer/disk/disk.ts';
import { openJournal } from '../sequencer/journal/journal-file.ts';
import { memoryDisk } from '../sequencer/disk/memory-disk.ts';
import { sha256 } from '../store/sha256.ts';
import type { ExchangeTime } from '../time/time.ts';
import { Exchange, type ExchangeParts } from './exchange.ts';

export interface OpenOptions extends Pick<ExchangeParts, 'projections'> {
  readonly time: ExchangeTime;
  /** Its journal, which it resumes from; not given: in memory, gone with the process. */
  readonly journal?: { readonly disk: JournalDisk; readonly path: string };
}

/** @throws ReplayFailed, JournalDamaged */
export async function openExchange({ time, journal, projections }: OpenOptions): Promise<Exchange> {
  const { disk, path } = journal ?? { disk: memoryDisk(), path: 'journal.log' };
  const exchange = new Exchange({ engine: createEngine(sha256), time, ...(projections && { projections }) });
  await exchange.resume({ journal: await openJournal(path, { disk }) });
  const activating = activation(exchange.state);
  if (activating !== null) await exchange.submit<'activateCore'>(activating);
  if (exchange.state.instruments.length === 0)
    await exchange.submit<'setParameters'>({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  const ticks = startScheduler(exchange.submit, time, () => undefined);
  exchange.atClose(() => ticks.stop());
  return exchange;
}
