/** Processes that play runs of a backtest, each one after the other: an exchange has more than a thread to itself. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { PlayedElsewhere } from '../../env/backtest/backtest.ts';
import type { World } from '../../env/backtest/play.ts';
import type { EnvOptions } from '../../env/options.ts';
import { openHistory } from '../../env/past-prices.ts';
import { type BotRuns, playBot } from './run.ts';

/** A world without its history, which a runner reads by itself. */
type Sent = Omit<World, 'options'> & { readonly options: Omit<EnvOptions, 'history'> };

type Told = { readonly played: PlayedElsewhere } | { readonly failed: string } | { readonly note: string };

export class Runners {
  readonly #children: readonly ChildProcess[];
  readonly #free: ChildProcess[];
  readonly #waiting: ((child: ChildProcess) => void)[] = [];
  readonly #note: (text: string) => void;

  /** @param program runs `serveRuns`, given the runs as JSON */
  constructor(program: readonly [file: URL, ...argv: string[]], count: number, note: (text: string) => void) {
    const [file, ...argv] = program;
    this.#children = Array.from({ length: count }, () =>
      fork(file, argv, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    );
    this.#free = [...this.#children];
    this.#note = note;
  }

  /** @throws Error when the bot fails, or the run can't go on */
  async play({ options: { history: _history, ...options }, ...world }: World): Promise<PlayedElsewhere> {
    const child = this.#free.shift() ?? (await new Promise<ChildProcess>((resolve) => this.#waiting.push(resolve)));
    try {
      return await this.#ask(child, { ...world, options });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(child);
      else next(child);
    }
  }

  /** Ends them, and the bots they run. */
  close(): void {
    for (const child of this.#children) if (child.connected) child.disconnect();
  }

  #ask(child: ChildProcess, world: Sent): Promise<PlayedElsewhere> {
    return new Promise((resolve, reject) => {
      const hear = (told: Told): void => {
        if ('note' in told) return this.#note(told.note);
        child.off('message', hear).off('exit', gone);
        if ('played' in told) resolve(told.played);
        else reject(new Error(told.failed));
      };
      const gone = (code: number | null, signal: string | null): void =>
        reject(new Error(`a process of the backtest ended with ${signal ?? `exit code ${code}`}`));
      child.on('message', hear).once('exit', gone);
      if (child.connected) child.send(world);
      else gone(child.exitCode, child.signalCode);
    });
  }
}

/** The other side: plays what it is sent, until nobody sends any more. */
export async function serveRuns(runs: BotRuns): Promise<never> {
  // Whoever asked for the runs ends with a signal from the terminal, and then this has to clear up.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
  const gone = new AbortController();
  process.once('disconnect', () => gone.abort(new Error('nobody waits for the run any more')));
  const history = runs.prices === null ? {} : { history: await openHistory(runs.prices) };
  const tell = (told: Told): void => void (process.connected && process.send!(told));
  let playing: Promise<void> = Promise.resolve();
  process.on('message', ({ options, ...world }: Sent) => {
    const all = { ...world, options: { ...options, ...history } };
    playing = playBot(all, runs, (note) => tell({ note }), gone.signal).then(
      (played) => tell({ played }),
      (error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }),
    );
  });
  if (!gone.signal.aborted) await once(gone.signal, 'abort');
  await playing;
  if (!runs.isKept) rmSync(runs.folder, { recursive: true, force: true });
  process.exit(0);
}
