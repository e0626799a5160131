/**
 * The snapshots of a data folder, as the composition root sees them: which of them fit the journal, which the start
 * goes on from, what the log and the metrics say of them, and the one at a clean stop. They are written by the read
 * store's thread (replica.ts); what they hold is in `src/snapshots`.
 */
import type { Logger } from 'pino';
import type { Metrics } from '../../api/metrics/metrics.ts';
import { createEngine, type Engine } from '../../core/engine.ts';
import { type JournalDisk, realDisk } from '../../sequencer/disk/disk.ts';
import { requireBeginning } from '../../sequencer/journal/find-journal.ts';
import { misfitOf, segmentStart } from '../../sequencer/journal/fits-journal.ts';
import { type Mark, type Position, START } from '../../sequencer/journal/record.ts';
import { fitting, loadSnapshot } from '../../snapshots/load.ts';
import { sha256 } from '../../store/sha256.ts';
import type { SnapshotNews, Store } from '../../store/store.ts';
import type { ResumePoint } from '../../folder/inspect/snapshots.ts';
import { createHistory, type History } from '../../folder/history.ts';
import { machine } from '../../time/machine.ts';

/** The engine, its history and the place in the journal the exchange goes on from. */
export interface Begun {
  readonly engine: Engine;
  readonly history: History;
  /** Of the last command in it; START when everything is to be replayed. */
  readonly position: Position;
}

export interface Snapshots {
  /** From where on the journal has to be looked at; null: from its start. */
  readonly from: ResumePoint | null;
  /** Loads the newest that is sound; nothing else may have happened. */
  begin(): Promise<Begun>;
  note(news: SnapshotNews): void;
  /** Called with the time of the exchange when one was written. */
  onMade(listener: (timeMs: number) => void): void;
  addGauges(metrics: Metrics): void;
  /** Writes one at a clean stop, if that does not take longer, and no one is in a hurry. */
  atStop(store: Store, sequence: number, withinMs: number, hurry: AbortSignal | undefined): Promise<void>;
}

export interface SnapshotsOptions {
  readonly folder: string;
  readonly journal: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly disk?: JournalDisk;
  /** The machine's clock. */
  readonly nowMs?: () => number;
}

const WITHOUT = 'stopped without a snapshot: the next start takes longer';

interface Latest {
  readonly sequence: number;
  readonly takenMs: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

export async function openSnapshots(options: SnapshotsOptions): Promise<Snapshots> {
  const { folder, journal, log, disk = realDisk, nowMs = machine.wallMs } = options;
  const told = new Set<string>();
  let latest: Latest | null = null;
  let failed = 0;
  let tellMade: (timeMs: number) => void = () => undefined;

  function passOver(name: string, why: string): void {
    if (told.has(name)) return;
    told.add(name);
    log.warn({ snapshot: name, found: why }, 'a snapshot is passed over');
  }

  const remember = (state: Engine['state']): History => createHistory(state, nowMs());
  const known = new Map<number, string | null>();
  const misfit = ({ position }: { readonly position: Mark }): string | null => {
    const { sequence } = position;
    if (!known.has(sequence)) known.set(sequence, misfitOf(journal, position, disk));
    return known.get(sequence) ?? null;
  };
  const loading = { disk, folder, misfit, remember, passOver };
  let from: ResumePoint | null = null;
  for await (const { head } of fitting(loading)) {
    const { exchange, beginning } = head;
    from = { after: segmentStart(journal, head.position.sequence, disk), words: { exchange, beginning } };
    break;
  }

  return {
    from,
    async begin() {
      const loaded = await loadSnapshot(loading);
      if (loaded === null) {
        requireBeginning(journal, disk);
        const engine = createEngine(sha256);
        return { engine, history: remember(engine.state), position: START };
      }
      const { name, head, hash, bytes, milliseconds, history } = loaded;
      const { sequence } = head.position;
      latest = { sequence, takenMs: head.takenMs, bytes, milliseconds: 0 };
      log.info({ snapshot: name, sequence, hash, milliseconds }, 'went on from a snapshot');
      return { engine: createEngine(sha256, loaded.state), history, position: head.position };
    },
    note(news) {
      if ('made' in news) {
        const { sequence, hash, bytes, milliseconds } = news.made;
        latest = { sequence, takenMs: nowMs(), bytes, milliseconds };
        log.info({ sequence, hash, bytes, milliseconds }, 'snapshot written');
        tellMade(news.made.timeMs);
      } else if ('failed' in news) {
        failed++;
        log.error({ err: news.failed }, 'no snapshot could be written: trading goes on, the next start takes longer');
      } else passOver(news.passedOver, news.why);
    },
    onMade(listener) {
      tellMade = listener;
    },
    addGauges(metrics) {
      metrics.gauge('outcry_snapshot_sequence', 'Last command in the latest snapshot', () => latest?.sequence ?? 0);
      metrics.gauge('outcry_snapshot_age_seconds', 'Since the latest snapshot; 0: there is none', () =>
        latest === null ? 0 : Math.max(0, nowMs() - latest.takenMs) / 1000,
      );
      metrics.gauge('outcry_snapshot_bytes', 'Size of the latest snapshot', () => latest?.bytes ?? 0);
      metrics.gauge('outcry_snapshot_seconds', 'What writing it took; 0: it is older than this process', () =>
        latest === null ? 0 : latest.milliseconds / 1000,
      );
      metrics.counter('outcry_snapshots_failed_total', 'Snapshots that could not be written', () => failed);
    },
    async atStop(store, sequence, withinMs, hurry) {
      if (sequence === 0 || sequence === latest?.sequence) return;
      // Waiting for a store that is away would be pointless, and the rest of the stop needs that time.
      if (store.absence() !== null) return log.warn({ sequence }, WITHOUT);
      const timer = new AbortController();
      // The next start replays what is missing, so waiting longer is not worth it.
      const late = machine.sleep(withinMs, timer.signal).catch(() => 'late');
      const hurried = new Promise((resolve) => hurry?.addEventListener('abort', resolve));
      const made = store.ask('snapshot', null, sequence).catch(() => 'failed');
      const ended = await Promise.race([made, late, hurried]);
      timer.abort();
      if (typeof ended === 'string') log.warn({ sequence }, WITHOUT);
    },
  };
}
