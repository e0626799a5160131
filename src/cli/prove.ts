/**
 * Asks the running exchange for what takes its time: the hash, the audit or a snapshot of its whole state. Waits while
 * history has not caught up, and says on a terminal how far it is.
 */
import { askAdmin, NotYet } from './admin.ts';
import { show } from './output.ts';
import { machine } from '../time/machine.ts';

interface Progress {
  readonly history: { readonly behind: number; readonly seconds: number | null };
  readonly proving: { readonly part: number; readonly seconds: number | null } | null;
}

/** A large exchange takes minutes. */
const TIMEOUT_MS = 300_000;
const LOOK_EVERY_MS = 1_000;
const LONGEST_PAUSE_SECONDS = 5;

/** The answer of `path`. @throws VerbFailed as `askAdmin` does */
export async function askProof<Answer>(data: string, path: string, method: 'GET' | 'POST' = 'GET'): Promise<Answer> {
  const answered = new AbortController();
  const shown = process.stderr.isTTY ? showProgress(data, answered.signal) : Promise.resolve();
  try {
    for (;;) {
      try {
        return await askAdmin<Answer>(data, method, path, method === 'POST' ? {} : undefined, TIMEOUT_MS);
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        await machine.sleep(Math.min(error.retryAfterSeconds, LONGEST_PAUSE_SECONDS) * 1000);
      }
    }
  } finally {
    answered.abort();
    await shown;
  }
}

async function showProgress(data: string, signal: AbortSignal): Promise<void> {
  let width = 0;
  const say = (text: string): void => {
    show(text.padEnd(width));
    width = text.length;
  };
  try {
    for (;;) {
      await machine.sleep(LOOK_EVERY_MS, signal);
      const { history, proving } = await askAdmin<Progress>(data, 'GET', '/admin/progress');
      if (proving !== null) say(`${Math.floor(proving.part * 100)} %${left(proving.seconds)}`);
      else if (history.seconds !== 0) say(`${history.behind} commands to go${left(history.seconds)}`);
    }
  } catch {
    // The answer is there, or its asker says why not.
    if (width > 0) say('\r');
  }
}

function left(seconds: number | null): string {
  return seconds === null ? '' : `, about ${Math.ceil(seconds)} s`;
}
