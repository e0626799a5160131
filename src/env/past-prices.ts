/** Prices of a history where the world stands otherwise, from any moment of it on. */
import { readFileSync } from 'node:fs';
import type { State } from '../core/state/state.ts';
import type { History } from '../market/history/history.ts';
import { historySource } from '../market/history/history-source.ts';
import { openHistory as openWith } from '../market/history/open-history.ts';
import type { PriceSource } from '../market/source.ts';
import { Sourced } from '../market/sourced.ts';
import { TABLE } from '../market/world/table.ts';

/**
 * Reads a file of prices, or a folder of such files: CSV, JSON, gzip, ZIP or Parquet, single prices or bars.
 * @throws Error when it can't be read, with the line where there is one
 */
export function openHistory(path: string): Promise<History> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return openWith(path, {
    bytes: (file) => readFileSync(file),
    text(name, bytes) {
      try {
        return decoder.decode(bytes);
      } catch {
        throw new TypeError(`${name} is no UTF-8`);
      }
    },
  });
}

export interface Playing {
  /** How much earlier a moment of the exchange is in the history. */
  readonly earlierMs: number;
  /** Of the disguise; null: shown as it was. */
  readonly disguise: string | null;
}

/** The weather of a history. @throws Error when its prices don't fit a contract */
export function pastWeather(
  state: State,
  key: Uint32Array,
  history: History,
  { earlierMs, disguise }: Playing,
): Sourced {
  const source = historySource(history, { disguise, names: new Map(), beginsMs: null });
  // A source begins anew with each length of its history, counted from the epoch.
  return new Sourced({
    state,
    source: earlier(source, earlierMs + history.fromMs),
    key,
    table: TABLE,
    onUnfit: refuse,
  });
}

function refuse(error: unknown): never {
  throw error;
}

function earlier(source: PriceSource, byMs: number): PriceSource {
  return {
    of(contract) {
      const prices = source.of(contract);
      if (prices === null) return null;
      const { about } = prices;
      return {
        next(nowMs) {
          const found = prices.next(nowMs - byMs);
          return found === null ? null : { ...found, timeMs: nowMs };
        },
        ...(about === undefined ? {} : { about: (nowMs) => about(nowMs - byMs) }),
      };
    },
  };
}
