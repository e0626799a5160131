/**
 * Starts and stops what `outcry start` has beside its market: the accounts of the scripted agents, and the practice
 * contest around them and the demo accounts. Without a market, or with `--no-agents`, there are no agents and no season
 * is opened.
 */
import type { Logger } from 'pino';
import type { Keyring } from '../api/front/keys/keyring.ts';
import type { AccountId } from '../core/num/units.ts';
import type { Submit } from '../market/submit.ts';
import { type AgentSettings, beginAgents, openAgentAccounts } from './demo-agents.ts';
import { beginPractice, type PracticeParts } from './practice.ts';

export interface Demo {
  /** Lets the agents trade at this address; returns the function that stops them. */
  trade(url: string): () => Promise<void>;
  /** No further season is opened or ended. */
  stop(): void;
}

export interface DemoSettings extends AgentSettings {
  /** Whether there is a market, and whether agents trade on it. */
  readonly market: string;
  readonly agents: boolean;
}

export interface DemoParts extends Omit<PracticeParts, 'entrants'> {
  readonly keyring: Keyring;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn'>;
  /** Accounts whose doings everyone may see, the demo accounts at first; the agents' are added. */
  readonly shown: { readonly uid: AccountId; readonly name: string }[];
}

/** Resolves when the demo accounts can trade: the first season is live then. */
export async function beginDemo(config: DemoSettings, parts: DemoParts): Promise<Demo> {
  const { engine, sequencer, store, time, keyring, log, shown } = parts;
  const { state } = engine;
  const submit: Submit = (command) => sequencer.submit(command);
  const people = shown.map((one) => ({ ...one, isAgent: false }));
  const accounts =
    config.market !== 'none' && config.agents
      ? await openAgentAccounts({ state, submit, store, nowMs: time.nowMs(), log })
      : [];
  shown.push(...accounts);
  const entrants = accounts.length === 0 ? [] : [...accounts.map((one) => ({ ...one, isAgent: true })), ...people];
  const { isOpen, stop } = await beginPractice({ ...parts, entrants });
  return {
    trade: (url) =>
      accounts.length === 0
        ? () => Promise.resolve()
        : beginAgents(config, url, { accounts, keyring, time, isOpen, log }),
    stop,
  };
}
