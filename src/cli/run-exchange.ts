/**
 * Runs the exchange in the foreground until it is asked to stop or can't go on. Shared by `start` and `serve`.
 */
import type { App, StartOptions } from '../app/start.ts';
import type { Config } from '../app/settings/config.ts';
import { dataFolder } from '../folder/disk/data-folder.ts';
import { startStoreAhead } from '../app/replica/store-ahead.ts';
import { greeting, readyLine } from './greeting.ts';
import { print, tell } from './output.ts';
import { failing } from './told.ts';
import { machine } from '../time/machine.ts';
import type { Timer } from '../time/time.ts';

/**
 * A stop takes two seconds at most. On a machine too busy for that the process ends as it is after this long, which is
 * less than what the launcher waits: what was answered is durable already.
 */
const STOP_WITHIN_MS = 4_800;
/** A second request after this long means that nobody wants to wait. */
const HURRY_MS = 500;
/** Then it ends as it is after this long. */
const HURRIED_MS = 300;
/** Whatever still holds the process when all is taken down. */
const LEAVE_MS = 100;

/** A way to run an exchange, and the texts that are printed when it is ready. */
export interface Way {
  readonly open: (config: Config, options: StartOptions) => Promise<App>;
  /** For scripts. */
  readonly line: (app: App) => string;
  /** For people. */
  readonly greet: (app: App) => string;
  /** Of one that was asked to stop; not there: 0. */
  readonly exitCode?: (app: App) => number;
}

interface RunOptions {
  readonly demo: boolean;
  readonly way?: Way;
}

const USUAL: Way = {
  // Only when one runs: the verbs that don't run an exchange needn't load one.
  open: async (config, options) => (await import('../app/start.ts')).startApp(config, options),
  line: readyLine,
  greet: greeting,
};

/** The exit code: 0 when asked to stop, 1 when it could not go on. */
export async function runExchange(config: Config, { demo, way = USUAL }: RunOptions): Promise<number> {
  const asked = askedToStop();
  const app = await startOrExplain(config, way.open, {
    demo,
    signal: asked.signal,
    hurry: asked.hurry,
    requestStop: asked.ask,
    buildsPage: demo,
  });
  if (app === null) return 0;
  if (!asked.signal.aborted) print(config.json ? way.line(app) : way.greet(app));
  const why = await Promise.race([asked.promise, app.failed.then(() => null)]);
  const code = why === null ? 1 : (way.exitCode?.(app) ?? 0);
  const endIn = (milliseconds: number): Timer =>
    machine.after(milliseconds, () => {
      const what = `not everything stopped within ${milliseconds} ms, still waiting for ${app.ending()}`;
      tell(`outcry: ${what}; ending all the same`);
      process.exit(code);
    });
  const timers = [endIn(STOP_WITHIN_MS)];
  asked.hurry.addEventListener('abort', () => timers.push(endIn(HURRIED_MS)));
  await app.stop(why ?? 'it can not go on');
  for (const timer of timers) timer.cancel();
  machine.after(LEAVE_MS, () => process.exit(code)).unref();
  return code;
}

interface Asked {
  readonly signal: AbortSignal;
  /** Aborted when it is asked again a while later. */
  readonly hurry: AbortSignal;
  /** Resolves with who asked. */
  readonly promise: Promise<string>;
  readonly ask: (who: string) => void;
}

/** Asked by a signal to the process, or by the administration. */
function askedToStop(): Asked {
  const controller = new AbortController();
  const again = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  let askedMs: number | null = null;
  const ask = (who: string): void => {
    askedMs ??= machine.steadyMs();
    if (machine.steadyMs() - askedMs > HURRY_MS) again.abort();
    controller.abort();
    resolve(who);
  };
  // Not once: a terminal, npm and the launcher may each send it, and the second must not end what the first asked to
  // stop.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ask(name));
  return { signal: controller.signal, hurry: again.signal, promise, ask };
}

/** Null when it was asked to stop before it was ready. An obstacle to the start is said in one line. */
async function startOrExplain(config: Config, open: Way['open'], options: StartOptions): Promise<App | null> {
  // First of all: it takes as long as loading the rest, and there are processors for both.
  const ahead = startStoreAhead(dataFolder(config.data));
  try {
    return await open(config, { ...options, ahead });
  } catch (error) {
    await ahead.stop();
    if (options.signal?.aborted === true) return null;
    return failing(() => Promise.reject(error), "can't start: ");
  }
}
