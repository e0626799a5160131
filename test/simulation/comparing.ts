/**
 * Asks the API for what it shows of accounts and lets the auditor compare: one account, a few, or all of them with the
 * sweep.
 */
import type { AssetSeen, PositionSeen, WorkingSeen } from './auditor/seen.ts';
import { type Exchange, look, readAll } from './exchange.ts';

/** So many accounts are asked about in one write. */
const CHUNK = 40;

const READS = ['/account/position/allPosition', '/account/assets', '/order/current', '/account/settings'];

/** Positions and money of these accounts, with `whole` their working orders and settings too. */
export async function compare(exchange: Exchange, uids: readonly number[], whole: boolean): Promise<void> {
  const targets = whole ? READS : READS.slice(0, 2);
  const reads = uids.flatMap((uid) => targets.map((target) => ({ uid, target })));
  const answers = await readAll(exchange, reads);
  const { auditor, counts } = exchange;
  for (const [at, uid] of uids.entries()) {
    const [positions, assets, working, settings] = answers.slice(at * targets.length, (at + 1) * targets.length);
    if (positions != null) auditor.comparePositions(uid, positions as PositionSeen[]);
    if (assets != null) auditor.compareAssets(uid, (assets as AssetSeen[])[0] as AssetSeen);
    if (working != null) auditor.compareWorking(uid, working as WorkingSeen[]);
    if (settings != null) auditor.compareSettings(uid, settings as Record<string, Record<string, string>>);
    counts.comparisons += [positions, assets, working, settings].filter((answer) => answer != null).length;
  }
}

/** Every `each`-th account, others every time, then the sums over all of them. */
export async function compareAll(exchange: Exchange, each = 1): Promise<void> {
  await look(exchange);
  const { sweeps } = exchange.counts;
  const uids = exchange.persons.map(({ uid }) => uid).filter((_, place) => place % each === sweeps % each);
  for (let from = 0; from < uids.length; from += CHUNK) await compare(exchange, uids.slice(from, from + CHUNK), true);
  exchange.auditor.sweep();
  exchange.counts.sweeps += 1;
}
