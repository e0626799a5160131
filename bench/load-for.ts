/** A load that goes on for a time, in rounds: what is signed beforehand is good for thirty seconds. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadJob, LoadMessage, LoadResult } from './http-load.ts';

/** Rounds of the load, one after the other, until the time is over. */
export async function loadFor(forMs: number, job: Omit<LoadJob, 'round'>, name: string): Promise<LoadResult[]> {
  const load = fork(new URL('./http-load.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const results: LoadResult[] = [];
  try {
    const untilMs = performance.now() + forMs;
    do {
      load.send({ ...job, round: `${name}${results.length}` } satisfies LoadJob);
      const message = await answerOf(load);
      results.push(message);
      console.error(`${name} ${results.length}: ${JSON.stringify(message)}`);
    } while (performance.now() < untilMs);
  } finally {
    load.kill();
  }
  return results;
}

async function answerOf(load: ReturnType<typeof fork>): Promise<LoadResult> {
  for (;;) {
    const [message] = (await once(load, 'message')) as [LoadMessage];
    if ('error' in message) throw new Error(message.error);
    if ('result' in message) return message.result;
  }
}
