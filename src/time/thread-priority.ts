/** A thread that lets others go first. */
import { setPriority } from 'node:os';

/** Of 19; a thread of usual priority gets nine times as much of a core they share. */
const LOW_PRIORITY = 10;

/**
 * On few cores, orders go before their history: questions to it wait, and orders don't. Linux gives each thread
 * its own priority; elsewhere this would slow the whole process, so it stays as it is.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // Not allowed here: then history and orders share equally.
  }
}
