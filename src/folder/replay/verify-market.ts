/**
 * Holds the index prices of a data folder's journal against the market that was revealed, read-only: beside a running
 * exchange or without one. The journal is replayed, which tells the prices that were taken, and the ticks of then.
 */
import { existsSync } from 'node:fs';
import { createEngine } from '../../core/engine.ts';
import { type MarketLine } from '../../market/verify/market-log.ts';
import { PriceCheck, type PricesChecked } from '../../market/verify/check-prices.ts';
import { commitmentOf, type Revealed } from '../../market/verify/reveal.ts';
import { requireBeginning } from '../../sequencer/journal/find-journal.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { replay } from '../../sequencer/replay.ts';
import { sha256 } from '../../store/sha256.ts';
import { dataFolder } from '../disk/data-folder.ts';

export interface MarketVerified extends PricesChecked {
  /** SHA-256, hex. */
  readonly commitment: string;
  /** The contests that carry it. */
  readonly contests: readonly string[];
}

/** @throws NoMarketLog; Error when there is no journal, or it is damaged or does not begin at its beginning */
export async function verifyMarket(
  path: string,
  revealed: Revealed,
  lines: readonly MarketLine[],
): Promise<MarketVerified> {
  const { journal: place } = dataFolder(path);
  if (!existsSync(place)) throw new Error(`there is no journal in ${path} (${place} does not exist)`);
  requireBeginning(place);
  const check = new PriceCheck(revealed, lines, sha256);
  const journal = await openJournal(place, { readonly: true });
  try {
    const engine = createEngine(sha256);
    const { bySymbol, contest } = engine.state;
    await replay(journal, engine, {
      onApplied({ command }, { ok }) {
        if (!ok || command.name !== 'setIndexPrice') return;
        const { symbol, price, sourceTimeMs } = command;
        const { tickE8 } = bySymbol.get(symbol)!.contract;
        check.take({ second: Math.floor(sourceTimeMs / 1_000), symbol, price, tickE8 });
      },
    });
    const commitment = commitmentOf(revealed, sha256);
    const carrying = [...contest.contests.values()].filter(({ config }) => config.market === commitment);
    return { ...check.end(), commitment, contests: carrying.map(({ id }) => id) };
  } finally {
    await journal.close();
  }
}
