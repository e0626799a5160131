/**
 * The agents of a demo, three scripted and one that asks a model, whose answers are recorded; each at its own pace:
 * brisk in the first minutes, so that whoever just started it sees something happen, and slow from then on, so that
 * what they leave behind stays small.
 */
import type { Client } from '../client/client.ts';
import { type Agent, createAgent } from './agent.ts';
import { book } from './book.ts';
import { NEW_MEMORY, takeTurn } from './llm/llm-agent.ts';
import { recorded, RECORDED_MODEL } from './llm/recorded.ts';
import { momentum } from './momentum.ts';
import { reversion } from './reversion.ts';
import type { Strategy } from './strategy.ts';
import type { ExchangeTime } from '../time/time.ts';

interface MakingParts {
  readonly client: Client;
  readonly below: (n: number) => number;
  readonly sha256: (text: string) => string;
  readonly nowMs: () => number;
}

interface Trader {
  /** As the log says which model it was. */
  readonly model: string;
  readonly make: (parts: MakingParts) => Agent;
}

const scripted = (strategy: Strategy): Trader => ({
  model: strategy.model,
  make: (parts) => createAgent({ strategy, ...parts }),
});

/** Bounds of the demo's model, whose answers cost nothing. */
const BOUNDS = {
  symbols: ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'],
  orderUsdt: 500,
  lossUsdt: 2_000,
  tokens: Infinity,
  usd: Infinity,
  usdIn: 0,
  usdOut: 0,
  logHoldEvery: 5,
};

const recordedModel: Trader = {
  model: RECORDED_MODEL,
  make: ({ client, nowMs }) => {
    // A demo that starts again has its orders on the exchange, and nothing else to remember.
    const keep = (): Promise<void> => Promise.resolve();
    const own = {
      client,
      nowMs,
      keep,
      ask: recorded,
      model: RECORDED_MODEL,
      bounds: BOUNDS,
      memory: { ...NEW_MEMORY },
    };
    return { turn: async () => void (await takeTurn(own)) };
  },
};

/** In the order of their accounts. */
export const TRADERS: readonly Trader[] = [...[momentum, reversion, book].map(scripted), recordedModel];

const BRISK_MS = 15_000;
const SLOW_MS = 45_000;
const BRISK_FOR_MS = 600_000;
/** The first looks everywhere for something to do. */
const FIRST_LOOKS = 8;
const LOOKS = 2;

export interface AgentsParts {
  /** One for each trader, with its key. */
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
  const running = TRADERS.map(async ({ model, make }, at) => {
    const agent = make({ sha256, nowMs: () => time.nowMs(), client: clients[at]!, below: random(at) });
    await pause((at * BRISK_MS) / TRADERS.length);
    for (let looks = FIRST_LOOKS; !stopping.signal.aborted; looks = LOOKS) {
      if (isOpen())
        await agent
          .turn(looks, stopping.signal)
          .catch((error: unknown) => stopping.signal.aborted || onTrouble(model, error));
      const isBrisk = time.nowMs() - startedMs < BRISK_FOR_MS;
      await pause(isBrisk ? BRISK_MS : SLOW_MS);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
