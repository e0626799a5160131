/**
 * The holder of a data folder, as `lock.pid` names it: a process id, and beside it when that process began, where the
 * system tells (Linux). Ids are given again after a while, beginnings are not: so a file that a crash left behind never
 * speaks for a process that merely has its number. Elsewhere the file is good for a message only.
 */
import { readFileSync } from 'node:fs';

/** State, and the ticks since the start of the machine at which it began, among what follows the name in its line. */
const STATE = 0;
const BEGAN = 19;
const ENDED = new Set(['Z', 'X']);

/** The content of `lock.pid` for this process. */
export function holderText(): string {
  return `${process.pid}\n${beginningOf(process.pid) ?? ''}\n`;
}

/** The process that the file names, whether it still runs or not; null when that can't be read. */
export function namedHolder(pidFile: string): number | null {
  const pid = Number(linesOf(pidFile)[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

/** The process that the file names when it is certainly the same one and still runs, and not this one; else null. */
export function livingHolder(pidFile: string): number | null {
  const pid = namedHolder(pidFile);
  const began = linesOf(pidFile)[1] ?? '';
  return pid !== null && pid !== process.pid && began !== '' && beginningOf(pid) === began ? pid : null;
}

/** Whether the process that such a text names still runs, for whoever read it before; it may be another user's. */
export function stillRuns(text: string): boolean {
  const [line = '', began = ''] = text.split('\n');
  const pid = Number(line);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (began !== '') return beginningOf(pid) === began;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linesOf(path: string): string[] {
  return (readIfThere(path) ?? '').split('\n');
}

/** When a living process began, in a text that no other process has; null when it has ended or the system is silent. */
function beginningOf(pid: number): string | null {
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim();
  const line = readIfThere(`/proc/${pid}/stat`);
  if (boot === undefined || line === null) return null;
  // The name may hold anything, brackets too.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return ENDED.has(fields[STATE] ?? '') ? null : `${boot} ${fields[BEGAN]}`;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
