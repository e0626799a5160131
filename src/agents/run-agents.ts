/**
 * The three agents of a demo, each at its own pace: brisk in the first minutes, so that whoever just started it sees
 * something happen, and slow from then on, so that what they leave behind stays small.
 */
import type { Client } from '../client/client.ts';
import { createAgent } from './agent.ts';
import { book } from './book.ts';
import { momentum } from './momentum.ts';
import { reversion } from './reversion.ts';
import type { Strategy } from './strategy.ts';
import type { ExchangeTime } from '../time/time.ts';

/** In the order of their accounts. */
export const STRATEGIES: readonly Strategy[] = [momentum, reversion, book];

const BRISK_MS = 15_000;
const SLOW_MS = 45_000;
const BRISK_FOR_MS = 600_000;
/** The first looks everywhere for something to do. */
const FIRST_LOOKS = 8;
const LOOKS = 2;

export interface AgentsParts {
  /** One for each strategy, with its key. */
  readonly clients: readonly Client[];
  /** Whole numbers below n of an agent's own stream. */
  readonly random: (agent: number) => (n: number) => number;
  readonly sha256: (text: string) => string;
  readonly time: ExchangeTime;
  /** Whether orders are taken of them now; no turn is taken while they are not. */
  readonly isOpen: () => boolean;
  /** A turn that failed; the next one is tried all the same. */
  readonly onTrouble: (model: string, error: unknown) => void;
}

/** Starts them; returns what stops them, and resolves when the turns under way have ended. */
export function runAgents({ clients, random, time, isOpen, onTrouble, sha256 }: AgentsParts): () => Promise<void> {
  const startedMs = time.nowMs();
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> => time.sleep(ms, stopping.signal).catch(() => undefined);
  const running = STRATEGIES.map(async (strategy, at) => {
    const agent = createAgent({ sha256, nowMs: () => time.nowMs(), strategy, client: clients[at]!, below: random(at) });
    await pause((at * BRISK_MS) / STRATEGIES.length);
    for (let looks = FIRST_LOOKS; !stopping.signal.aborted; looks = LOOKS) {
      if (isOpen())
        await agent
          .turn(looks, stopping.signal)
          .catch((error: unknown) => stopping.signal.aborted || onTrouble(strategy.model, error));
      const isBrisk = time.nowMs() - startedMs < BRISK_FOR_MS;
      await pause(isBrisk ? BRISK_MS : SLOW_MS);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
