/**
 * On what terms the account that is signed in trades a contract: modes, leverage, fees, and its contest. Read when a
 * terminal is opened, and again when the account's settings change.
 */
import { effect, signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { type Session, session } from '../base/session.ts';
import { settingVersion } from './account.ts';
import { publicClient } from '../base/rest.ts';
import type { ContestTerms } from './may-trade.ts';

export interface Terms {
  /** SHARED (cross) or ISOLATED. */
  readonly marginMode: string;
  /** COMBINED or SEPARATED. */
  readonly separatedMode: string;
  readonly cross: string;
  readonly long: string;
  readonly short: string;
  readonly takerFee: string;
  readonly contest: ContestTerms | null;
}

/** Null until they have been read. */
export const terms = signal<Terms | null>(null);
/** The exchange refused this account as frozen, and has accepted nothing since. */
export const isFrozen = signal(false);

/** The leverage an order of the side is placed with. */
export function leverageOf({ marginMode, cross, long, short }: Terms, isLong: boolean): string {
  if (marginMode === 'SHARED') return cross;
  return isLong ? long : short;
}

/** Follows them for a contract. Returns the function that ends it. */
export function followTerms(symbol: string): () => void {
  terms.value = null;
  isFrozen.value = false;
  let isOver = false;
  const stop = effect(() => {
    const who = session.value;
    void settingVersion.value;
    if (who === null) terms.value = null;
    else
      readTerms(who, symbol).then(
        (read) => {
          if (!isOver && session.peek() === who) terms.value = read;
        },
        () => undefined,
      );
  });
  return () => {
    isOver = true;
    stop();
  };
}

async function readTerms({ client }: Session, symbol: string): Promise<Terms> {
  const [settings, { account }, contest] = await Promise.all([
    client.settings({ symbol }),
    client.getAccount({ coin: 'USDT' }),
    readContest(client),
  ]);
  const own = settings[symbol];
  const mode = account.modeSetting.find((one) => one.symbol === symbol);
  return {
    marginMode: mode?.marginMode ?? 'SHARED',
    separatedMode: mode?.separatedMode ?? 'COMBINED',
    cross: own?.cross_leverage ?? '',
    long: own?.isolated_long_leverage ?? '',
    short: own?.isolated_short_leverage ?? '',
    takerFee: own?.taker_fee_rate ?? '',
    contest,
  };
}

async function readContest(client: Client): Promise<ContestTerms | null> {
  const { contest, state, channels, symbols } = await client.contestMe();
  if (contest === null) return null;
  const { phase } = await publicClient.contestInfo({ id: contest });
  return { phase, teamState: state, channels, symbols };
}
