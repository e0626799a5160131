/** The life of a witness's process: it locks its folder, serves until it is asked to stop, and ends. */
import { makeFolder } from '../folder/disk/make-folder.ts';
import { createLife } from './lifecycle.ts';
import { lockFolder } from '../sequencer/disk/lock.ts';
import { serveWitness } from '../publish/witness/serve-witness.ts';
import { openWitness, type WitnessParts } from '../publish/witness/witness.ts';
import { machine } from '../time/machine.ts';

export interface WitnessRun extends Omit<WitnessParts, 'nowMs'> {
  readonly host: string;
  readonly port: number;
  /** Gets a line of JSON once it serves. */
  readonly ready: (line: string) => void;
}

/** Resolves when it has stopped. @throws Error when it can't start */
export async function runWitness({ folder, name, policy, host, port, ready }: WitnessRun): Promise<void> {
  makeFolder(folder);
  const lock = await lockFolder(folder);
  try {
    const witness = await openWitness({ folder, name, policy, nowMs: machine.wallMs });
    const { logs } = createLife({ all: 'info', parts: {} }, new AbortController().signal);
    const served = await serveWitness(witness, logs.ailog, { host, port });
    ready(JSON.stringify({ event: 'ready', url: served.url, vkey: witness.vkey }));
    await asked(lock);
    await served.stop();
  } finally {
    lock.release();
  }
}

/** Asked by a signal, or because the folder is another process's now. */
function asked(lock: { watch(onLost: (error: Error) => void): void }): Promise<void> {
  return new Promise((resolve, reject) => {
    lock.watch(reject);
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}
