/**
 * Why the terminal of a contract can't be used, in words, from what is known of the visitor, the contract and the
 * contest.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { lostAtMs } from '../../live/connection.ts';
import { type MayTrade, mayTrade, type Why } from '../../live/may-trade.ts';
import { isFrozen, terms } from '../../live/terms.ts';
import { words } from '../../words/words.ts';

export function may({ state, symbol }: ContractsRow): MayTrade {
  const who = session.value;
  return mayTrade({
    isSignedIn: who !== null,
    canTrade: who?.canTrade ?? false,
    isConnected: lostAtMs.value === null,
    isFrozen: isFrozen.value,
    contractState: state,
    symbol,
    contest: terms.value?.contest ?? null,
  });
}

export function whyText({ name, about }: Why): string {
  const { trade, phase } = words.value;
  return trade.why[name](name === 'phase' ? (phase[about] ?? about) : about);
}
