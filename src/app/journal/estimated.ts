/** Says in the log how long a replay will take, where that is long enough for someone to wait for it. */
import type { Logger } from 'pino';
import { machine } from '../../time/machine.ts';

const AFTER_MS = 2_000;

/** @param commands how many there are to replay */
export function estimated(
  log: Pick<Logger, 'info'>,
  commands: number,
  onProgress: (part: number) => void,
): (part: number) => void {
  const startMs = machine.steadyMs();
  let isSaid = false;
  return (part) => {
    onProgress(part);
    const tookMs = machine.steadyMs() - startMs;
    if (isSaid || part === 0 || part === 1 || tookMs < AFTER_MS) return;
    isSaid = true;
    log.info({ commands, seconds: Math.ceil((tookMs / 1000) * (1 / part - 1)) }, 'the replay takes a while');
  };
}
