/** Somebody's bot: any command, told by its environment which exchange is its own and with which key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { environmentWith } from '../../app/settings/config.ts';
import type { DemoAccount } from '../../demo/demo-accounts.ts';
import { machine } from '../../time/machine.ts';

const END_WITHIN_MS = 5_000;
/** Characters that are told of what a failed bot wrote last. */
const MOST_TOLD = 2_000;

export class Bot {
  /** Resolves with how it ended: null for exit code 0. */
  readonly ended: Promise<string | null>;
  readonly #child: ChildProcess;
  #written = '';
  #hasEnded = false;

  /** Runs it in a shell, in the present folder. @param env more of its environment */
  constructor(command: string, url: string, { apiKey, secret, passphrase }: DemoAccount, env: Record<string, string>) {
    const own = { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase, ...env };
    // Its own group, so that what the shell starts ends with it.
    const child = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentWith(own),
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#written = (this.#written + text).slice(-MOST_TOLD);
      });
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.ended = promise;
    child.once('error', (error) => resolve(error.message));
    // Not at its exit: what it wrote last would be missing.
    child.once('close', (code, signal) => {
      this.#hasEnded = true;
      resolve(code === 0 ? null : this.#told(signal === null ? `exit code ${code}` : signal));
    });
  }

  /** Ends it and what it started. */
  async stop(): Promise<void> {
    if (this.#hasEnded || this.#child.pid === undefined) return;
    this.#kill('SIGTERM');
    const timer = machine.after(END_WITHIN_MS, () => this.#kill('SIGKILL'));
    await this.ended;
    timer.cancel();
  }

  #kill(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.#child.pid!, signal);
    } catch {
      // It has gone by itself.
    }
  }

  #told(how: string): string {
    const written = this.#written.trim();
    return `the bot ended with ${how}${written === '' ? ' and wrote nothing' : `; it wrote last:\n${written}`}`;
  }
}
