/**
 * The AI log's way through a start: what was published of it must be a beginning of what the journal leads to, or
 * nothing is started; then its first commands, and it is published from there on. When the loss of signed leaves was
 * accepted, the log goes on under a new name.
 */
import type { Logger } from 'pino';
import type { PublishedLog } from '../../api/call/deps.ts';
import type { Evidence } from '../../api/call/evidence.ts';
import { toBase64 } from '../../core/text/bytes.ts';
import type { Submit } from '../../market/submit.ts';
import type { StoredCheckpoint } from '../../store/evidence/checkpoints.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { sendFirstCommands } from './first-commands.ts';
import { forkOf, LogPublisher, type PublisherParts } from './log-publisher.ts';
import { createLogSigner } from './log-signer.ts';
import { createWitnesses } from './witnesses.ts';

export interface LogLife {
  readonly published: PublishedLog;
  /** Reports and bundles, made of the log. */
  readonly evidence: Evidence;
  /** A new key of the log, to be announced. */
  newKey(origin: string): Promise<string>;
  /**
   * To be asked once the journal is applied.
   * @param applied of a node among several: resolves when what was published by now is applied here
   * @throws LogForked when signed leaves are lost, and no one accepted that
   */
  look(applied?: () => Promise<void>): Promise<void>;
  /** Of a node among several: whether it is the one that signs. */
  signs(isOurs: boolean): void;
  /**
   * Sends the first commands and publishes from now on. Resolves with the verifier key when the log was opened now.
   * @param isShared by one of several nodes
   */
  begin(submit: Submit, isShared?: boolean): Promise<string | null>;
  stop(): Promise<void>;
}

export interface LogLifeParts extends Omit<PublisherParts, 'signer' | 'witnesses' | 'log'> {
  readonly log: Logger;
  readonly folder: DataFolder;
  /** Source of the key of salts; the system's randomness when not given. */
  readonly random?: ((bytes: number) => Buffer) | undefined;
  /** Identity of the exchange. */
  readonly about: { readonly version: string };
  readonly config: {
    readonly origin: string | null;
    readonly acceptLoss: readonly string[];
    readonly logSigner: string | null;
    readonly logWitnesses: string | null;
    readonly store: string | null;
  };
}

export function createLogLife(parts: LogLifeParts): LogLife {
  const { state, store, folder, config, about } = parts;
  const { origin } = config;
  const signer = createLogSigner(folder, config.logSigner);
  const { logWitnesses: path } = config;
  const cosigned: LogPublisher['cosigned'] = (tree, line) => publisher.cosigned(tree, line);
  const witnesses = path === null ? null : createWitnesses({ path, store, log: parts.log, cosigned });
  const publisher = new LogPublisher({ ...parts, signer, ...(witnesses === null ? {} : { witnesses }) });
  const databaseUrl = config.store ?? folder.database;
  const evidence = createEvidence({
    state,
    store,
    databaseUrl,
    folder: folder.bundles,
    marketLog: folder.marketLog,
    published: publisher,
    ...about,
  });
  let newest: StoredCheckpoint | null = null;
  /** The published checkpoint that is given up. */
  let lost: StoredCheckpoint | null = null;

  const rename = async (submit: Submit, to: string, { size, root }: StoredCheckpoint): Promise<void> => {
    const previous = { origin: state.ailog.origin, root: toBase64(root), size };
    const vkey = await signer.newKey(to, true);
    const outcome = await submit<'announceKey'>({ name: 'announceKey', vkey, previous });
    if (!outcome.ok) throw new Error(`the AI log could not go on as ${to}: ${JSON.stringify(outcome.reject)}`);
  };

  return {
    published: publisher,
    evidence,
    newKey: (name) => signer.newKey(name, false),
    signs: (isOurs) => publisher.signs(isOurs),
    async look(applied) {
      newest = await store.ask('checkpointNewest', { origin: state.ailog.origin }, 0);
      await applied?.();
      const forked = forkOf(state, newest);
      if (newest === null || forked === null) return;
      const isAccepted = config.acceptLoss.includes(`forked-log@${newest.size}`);
      if (!isAccepted || origin === null || origin === state.ailog.origin) throw forked;
      [lost, newest] = [newest, null];
    },
    async begin(submit, isShared = false) {
      if (lost !== null && origin !== null) await rename(submit, origin, lost);
      const opened = await sendFirstCommands(state, submit, signer, origin, isShared, parts.random);
      publisher.begin(newest);
      return opened;
    },
    async stop() {
      witnesses?.stop();
      await evidence.stop();
      await publisher.stop();
    },
  };
}
