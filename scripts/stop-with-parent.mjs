// Loaded into every process that scripts/node.mjs starts (scripts/preload.mjs). Asks this process to stop, as SIGTERM
// would, when the process that started it is gone: a launcher that was killed with SIGKILL can pass nothing on. What
// doesn't stop when asked is ended. Reads one variable, OUTCRY_PARENT_PID, and takes it out of the environment, so that
// processes started from here don't see it.
import { isMainThread } from 'node:worker_threads';

const watchEveryMs = 250;
const endAfterMs = 5_000;

if (isMainThread) {
  const parent = Number(process.env.OUTCRY_PARENT_PID ?? process.ppid);
  delete process.env.OUTCRY_PARENT_PID;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    console.error('outcry: the launcher was killed; stopping');
    setTimeout(() => process.exit(1), endAfterMs).unref();
    process.kill(process.pid, 'SIGTERM');
  }, watchEveryMs);
  watch.unref();
}
