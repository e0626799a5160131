/**
 * The start of a node among several, as far as it is not that of a single machine: its order is joined first; the first
 * commands are one node's; clockwork and market, signing and the archive go with their roles. Loaded only there.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type DataFolder, writePrivateFile } from '../../folder/disk/data-folder.ts';
import type { ValidFolder } from '../../folder/inspect/validate-start.ts';
import { startScheduler } from '../../market/scheduler.ts';
import type { Submit } from '../../market/submit.ts';
import type { LogLife } from '../../publish/log/log-start.ts';
import { openKeyFile } from '../../store/keys/key-file.ts';
import type { Store } from '../../store/store.ts';
import { machine } from '../../time/machine.ts';
import type { Life } from '../lifecycle.ts';
import type { Config, NodeSettings } from '../settings/config.ts';
import { type MarketSeat, openMarket } from '../start/open-market.ts';
import type { FileWatch } from '../watch/file-watch.ts';
import { joinOrder } from './join.ts';
import { type BeginRole, Node } from './node.ts';

/** A market's files are given to whoever comes next so often. */
const HAND_ON_MS = 1_000;

/** @throws Error when the order can't be joined */
export async function openNode(
  settings: NodeSettings,
  { store, snapshot }: Config,
  folder: DataFolder,
  metrics: Metrics,
  life: Life,
): Promise<Node> {
  const onProgress = (part: number): void => {
    life.signal.throwIfAborted();
    life.waitingFor = `filling the journal from the order ${Math.floor(part * 100)} %`;
  };
  // Settings without a store are refused where they are read.
  const joined = await joinOrder({ settings, store: store ?? '', folder, life, onProgress });
  return new Node({ ...joined, settings, folder, snapshotEvery: snapshot.commands, life, metrics });
}

export interface BeginningNode {
  readonly node: Node;
  readonly config: Config;
  readonly folder: DataFolder;
  readonly files: FileWatch;
  readonly exchange: Exchange;
  readonly store: Store;
  readonly valid: Pick<ValidFolder, 'exchange'>;
  readonly seat: MarketSeat;
  readonly aiLog: LogLife;
  readonly life: Life;
  readonly requestStop: ((who: string) => void) | undefined;
  /** Submits until a command is taken, through clocks and disks in trouble. */
  readonly patient: (submit: Submit) => Submit;
}

/**
 * Resolves when this node has applied all that there was, with the verifier key of an AI log that was opened now: here,
 * or since the journal was looked at.
 */
export async function sendFirst({ node, exchange, valid, aiLog, patient }: BeginningNode): Promise<string | null> {
  aiLog.signs(false);
  await node.level();
  await aiLog.look(() => node.level());
  const opened = await node.alone((submit) => aiLog.begin(patient(submit), true));
  return opened ?? (valid.exchange === '' ? (exchange.state.ailog.keys[0]?.vkey ?? null) : null);
}

/** Commands are taken from now on, and roles. */
export function takeRoles(parts: BeginningNode): void {
  const { node, config, folder, exchange, store, aiLog, life } = parts;
  const { time } = exchange;
  const clock: BeginRole = async (submit) => {
    const scheduler = startScheduler(submit, time, (error) => life.fail(error));
    return () => scheduler.stop();
  };
  const works = config.market === 'none' ? { clock } : { market: marketOf(parts) };
  const canSign = config.logSigner !== null || existsSync(folder.logKey);
  if (!canSign)
    life.logs.node.warn(
      { path: folder.logKey },
      'this node has no key of the AI log and never signs it: copy the file from the node that has it',
    );
  node.begin(works, {
    signs: canSign ? (isOurs) => aiLog.signs(isOurs) : null,
    writesFirst: (isFirst) => store.shared?.writeFirst(isFirst),
  });
}

/** The market goes on from the files of whoever had it before. */
function marketOf({
  node,
  config,
  folder,
  files,
  exchange,
  seat,
  life,
  requestStop,
  patient,
}: BeginningNode): BeginRole {
  return async (submit) => {
    const box = openKeyFile(folder.keyFile, false);
    const given = new Map<string, string>();
    const all = { market: folder.market, 'market-log': folder.marketLog };
    for (const [name, path] of Object.entries(all)) {
      const sealed = await node.archive.file(name);
      if (sealed === null) continue;
      const content = box.open(name, Buffer.from(sealed, 'base64'));
      given.set(name, content);
      writePrivateFile(path, content);
    }
    const handOn = async (): Promise<void> => {
      for (const [name, path] of Object.entries(all)) {
        const content = existsSync(path) ? readFileSync(path, 'utf8') : '';
        if (content === '' || content === given.get(name)) continue;
        await node.archive.putFile(name, Buffer.from(box.seal(name, content)).toString('base64'));
        given.set(name, content);
      }
    };
    const ends: (() => unknown)[] = [];
    const own = { logs: life.logs, fail: life.fail, atEnd: (_: string, end: () => unknown) => void ends.unshift(end) };
    const { state, time } = exchange;
    const first = patient(submit);
    await openMarket({ config, folder, files, exchange: { state, time, submit }, first, life: own, seat, requestStop });
    // The archive may be away for a while: then the next one has the files of before.
    const timer = machine.every(HAND_ON_MS, () => void handOn().catch(() => undefined));
    return async () => {
      timer.cancel();
      for (const end of ends) await end();
      seat.taken = null;
      await handOn().catch(() => undefined);
    };
  };
}
