/** Starts the load generator (load-process.ts) and tells it what to do. */
import { fork } from 'node:child_process';
import { on } from 'node:events';
import type { Caller, RequestKind } from './requests.ts';

export interface LoadJob {
  readonly name: 'load';
  readonly url: string;
  /** What a connection asks for in turn. */
  readonly kinds: readonly RequestKind[];
  /** One connection each. */
  readonly callers: readonly Caller[];
  /** Per connection. */
  readonly requests: number;
  /** Unlike any other round's, for client_oids. */
  readonly round: string;
  /** From one request of a connection to its next at least; 0, or not given: as soon as the answer is there. */
  readonly everyMs?: number;
  /** HTTP when not given. */
  readonly over?: 'http' | 'socket';
  /** Requests under way on a socket. */
  readonly atOnce?: number;
}

/** Listeners, each of which subscribes to one of the lists of channels in turn, until they are stopped. */
export interface ListenJob {
  readonly name: 'listen';
  readonly url: string;
  readonly count: number;
  readonly channels: readonly (readonly string[])[];
}

export type Job = LoadJob | ListenJob | { readonly name: 'stop' };

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** The generator's CPU time over the time of the round, 1 for one core. */
  readonly clientCpu: number;
}

/** What listeners got, and how long after a trade's stamp they got it. */
export interface Heard {
  readonly messages: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export type LoadMessage =
  | { readonly ready: true }
  | { readonly result: LoadResult }
  | { readonly heard: Heard }
  | { readonly error: string };

export interface Load {
  /** Resolves when all is signed and the round begins, to what gives its figures. */
  begin(job: Omit<LoadJob, 'name'>): Promise<() => Promise<LoadResult>>;
  /** Rounds of one load, one after the other, until the time is over: what is signed is good for thirty seconds. */
  during(forMs: number, job: Omit<LoadJob, 'name' | 'round'>, name: string): Promise<LoadResult[]>;
  /** Resolves when each listener has subscribed, to what stops them. */
  listen(job: Omit<ListenJob, 'name'>): Promise<() => Promise<Heard>>;
  end(): void;
}

export function openLoad(): Load {
  const child = fork(new URL('./load-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const messages = on(child, 'message', { close: ['exit'] });
  const next = async (): Promise<LoadMessage> => {
    const { value } = await messages.next();
    if (value === undefined) throw new Error('the load generator has ended');
    const message = value[0] as LoadMessage;
    if ('error' in message) throw new Error(message.error);
    return message;
  };
  const started = async (job: Job): Promise<void> => {
    child.send(job);
    await next();
  };
  const load: Load = {
    async begin(job) {
      await started({ name: 'load', ...job });
      return async () => ((await next()) as { readonly result: LoadResult }).result;
    },
    async during(forMs, job, name) {
      const results: LoadResult[] = [];
      const untilMs = performance.now() + forMs;
      do {
        const round = await load.begin({ ...job, round: `${name}${results.length}` });
        results.push(await round());
        console.error(`${name} ${results.length}: ${JSON.stringify(results.at(-1))}`);
      } while (performance.now() < untilMs);
      return results;
    },
    async listen(job) {
      await started({ name: 'listen', ...job });
      return async () => {
        child.send({ name: 'stop' } satisfies Job);
        return ((await next()) as { readonly heard: Heard }).heard;
      };
    },
    end: () => void child.kill(),
  };
  return load;
}
