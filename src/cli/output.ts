/**
 * The one writer of verbs: answers go to standard output, everything else to standard error.
 *
 * A reader that has gone (`| head`, `| true`) ends nothing and changes no exit code: what was asked is done. An answer
 * that can't be written, as on a full disk, is told in one line and by an exit code of its own, because whoever asked
 * must not ask again without looking.
 */
import { EXIT } from './told.ts';

/** A line, or several, of the answer. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A line beside the answer. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Writes over the present line of a terminal. */
export function show(text: string): void {
  process.stderr.write(`\r${text}`);
}

/** To be called once, before anything is written. */
export function guardOutput(): void {
  let isLost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    tell(
      `outcry: UNANSWERED: the answer can't be written to standard output (${error.message}); what was asked is done`,
    );
  });
  process.stderr.on('error', () => undefined);
  process.once('exit', (code) => {
    if (isLost && code === EXIT.done) process.exitCode = EXIT.unanswered;
  });
}
