/**
 * Liquidation prices: only REST knows. All are read once, then those of a contract after it has
 * changed, one contract every five seconds.
 */
import { effect, signal } from '@preact/signals';
import type { AllPositionAnswer } from '../../client/index.ts';
import { type Session, session } from '../base/session.ts';
import { accountVersion, positions } from './account.ts';
import { isTight } from '../base/budget.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const READ_EVERY_MS = 5_000;

/** By id of the position; null: there is no valid mark price. */
export const liquidationPrices = signal<ReadonlyMap<string, string | null>>(new Map());

/** The version of the account when each contract was last read. */
const readAt = new Map<string, number>();
let reader: Session | null = null;
let timer: Timer | null = null;

/** Follows them while somebody is looking. Returns the function that ends it. */
export function followLiquidation(): () => void {
  const stop = effect(() => {
    void [accountVersion.value, positions.value, session.value];
    timer ??= machine.after(readAt.size === 0 ? 0 : READ_EVERY_MS, () => void readNext());
  });
  return () => {
    stop();
    timer?.cancel();
    timer = null;
    readAt.clear();
  };
}

async function readNext(): Promise<void> {
  timer = null;
  const who = session.peek();
  if (who !== reader) readAt.clear();
  reader = who;
  if (who === null || isTight.peek() || positions.peek().length === 0) return;
  const version = accountVersion.peek();
  const symbols = [...new Set(positions.peek().map(({ contractId }) => contractId))];
  const isFirst = readAt.size === 0;
  const oldest = symbols.toSorted((a, b) => (readAt.get(a) ?? -1) - (readAt.get(b) ?? -1))[0] as string;
  if (!isFirst && readAt.get(oldest) === version) return;
  const asked = isFirst ? who.client.allPosition() : who.client.singlePosition({ symbol: oldest });
  for (const symbol of isFirst ? symbols : [oldest]) readAt.set(symbol, version);
  take(await asked.catch(() => []));
  if (symbols.some((symbol) => readAt.get(symbol) !== accountVersion.peek()))
    timer ??= machine.after(READ_EVERY_MS, () => void readNext());
}

function take(rows: AllPositionAnswer): void {
  const open = new Set(positions.peek().map(({ id }) => id));
  const known = [...liquidationPrices.peek()].filter(([id]) => open.has(id));
  liquidationPrices.value = new Map([
    ...known,
    ...rows.map(({ id, liquidatePrice }) => [String(id), liquidatePrice] as const),
  ]);
}
