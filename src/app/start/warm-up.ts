/**
 * Lets the compiler see the hot paths before the first caller does: a scratch engine takes made-up orders for a moment,
 * while the read store starts in its thread. Nothing of it is journaled, kept or seen; cold code runs at a third of the
 * speed.
 */
import type { Command, Side } from '../../core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { createEngine } from '../../core/engine.ts';
import { sha256 } from '../../store/sha256.ts';
import { machine } from '../../time/machine.ts';

const SYMBOL = 'cmt_btcusdt';
const ACCOUNTS = [1, 2];
const MIDDLE = 90_000;

/** Runs made-up commands for about `forMs`. Returns how many. */
export function warmUp(forMs: number): number {
  const engine = createEngine(sha256);
  let sequence = 0;
  const apply = (command: Command): void => {
    sequence++;
    engine.apply({ sequence, timeMs: sequence, command });
  };
  apply({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  for (const account of ACCOUNTS) apply({ name: 'deposit', account, amount: '1000000' });
  const until = machine.steadyMs() + forMs;
  for (let turn = 0; machine.steadyMs() < until; turn++) {
    if (turn % 50 === 0)
      apply({ name: 'setIndexPrice', symbol: SYMBOL, price: String(MIDDLE), sourceTimeMs: sequence });
    for (const [at, account] of ACCOUNTS.entries()) apply(orderOf(account, turn, at === turn % 2 ? 'long' : 'short'));
    if (turn % 10 === 9) for (const account of ACCOUNTS) apply(cancelOf(account));
    if (turn % 100 === 99)
      for (const account of ACCOUNTS)
        apply({ ...callerOf(account), name: 'closePositions', symbol: null, positionId: null });
  }
  return sequence;
}

function callerOf(account: number) {
  return { account, keyId: 'warm-up', channel: 'api' } as const;
}

/** Orders around one price: some meet, some rest. */
function orderOf(account: number, turn: number, side: Side): Command {
  return {
    name: 'placeOrder',
    ...callerOf(account),
    symbol: SYMBOL,
    clientOrderId: `warm-${turn}`,
    side,
    effect: 'open',
    execution: 'normal',
    size: '0.001',
    price: String(MIDDLE + (turn % 7) - 3),
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
  };
}

function cancelOf(account: number): Command {
  return { name: 'cancelAllOrders', ...callerOf(account), symbol: null, kind: 'normal' };
}
