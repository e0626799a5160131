// Makes the state of a stopped exchange large: many orders in its journal that ended at once and are remembered for a
// day. Nothing is applied here; the exchange that starts on the folder does that.
import { join } from 'node:path';
import type { Command } from '../src/core/language/commands.ts';
import { openJournal } from '../src/sequencer/journal/journal-file.ts';

const BATCH = 1_000;
const ACCOUNT = 1_000_009;

/** Adds so many orders to the journal of a stopped exchange, all at its last time. Returns its last sequence. */
export async function growJournal(folder: string, orders: number): Promise<number> {
  const journal = await openJournal(join(folder, 'journal.log'));
  const { timeMs } = journal.end;
  let { sequence } = journal.end;
  let batch: { sequence: number; timeMs: number; text: string }[] = [];
  const add = (command: Command): void =>
    void batch.push({ sequence: ++sequence, timeMs, text: JSON.stringify(command) });
  const flush = async (): Promise<void> => {
    await journal.append(batch);
    batch = [];
  };
  add({ name: 'deposit', account: ACCOUNT, amount: '1000000' });
  add({ name: 'setIndexPrice', symbol: 'cmt_btcusdt', price: '90000', sourceTimeMs: timeMs });
  for (let at = 0; at < orders; at++) {
    add(orderOf(at));
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  await journal.close();
  return sequence;
}

/** Finds nobody, and is cancelled. */
function orderOf(at: number): Command {
  return {
    name: 'placeOrder',
    account: ACCOUNT,
    keyId: 'large',
    channel: 'api',
    symbol: 'cmt_btcusdt',
    clientOrderId: `large-${at}`,
    side: 'long',
    effect: 'open',
    execution: 'ioc',
    size: '0.001',
    price: '89000',
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
  };
}
