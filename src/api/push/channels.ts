/**
 * The channels by their names, and what helps when a name is wrong. Knows the forms of names and nothing of what the
 * channels carry.
 */
import { nearestWord } from '../../core/text/edit-distance.ts';
import type { ApiError, Bilingual } from '../words/errors.ts';
import { invalid, same } from '../words/errors.ts';
import { symbolHint } from '../words/guesses.ts';

export const PUBLIC_PATH = '/v2/ws/public';
export const PRIVATE_PATH = '/v2/ws/private';

/** Levels of a depth channel. */
export const DEPTHS = ['15', '200'] as const;

export const BAR_PRICES = ['LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE'] as const;
export const BAR_INTERVALS = [
  'MINUTE_1',
  'MINUTE_5',
  'MINUTE_15',
  'MINUTE_30',
  'HOUR_1',
  'HOUR_2',
  'HOUR_4',
  'HOUR_6',
  'HOUR_8',
  'HOUR_12',
  'DAY_1',
  'WEEK_1',
  'MONTH_1',
] as const;

export type BarPrice = (typeof BAR_PRICES)[number];
export type BarInterval = (typeof BAR_INTERVALS)[number];

/** Channels of one contract. */
export type MarketChannel =
  | { readonly kind: 'ticker'; readonly symbol: string }
  | { readonly kind: 'trades'; readonly symbol: string }
  | { readonly kind: 'depth'; readonly symbol: string; readonly levels: number }
  | { readonly kind: 'kline'; readonly symbol: string; readonly price: BarPrice; readonly interval: BarInterval };

/** Channels that tell what a read of REST answers, as it changes. */
export type NewsChannel =
  /** Of one contract, or of all. */
  | { readonly kind: 'activity'; readonly symbol: string | null }
  | { readonly kind: 'board'; readonly contest: string }
  | { readonly kind: 'log' };

export type PublicChannel = MarketChannel | NewsChannel;

/** What names of channels may name. */
export interface Named {
  readonly symbols: readonly string[];
  readonly contests: readonly string[];
}

/** The private channels by every name they are known by; those of the family's older programs are aliases. */
export const PRIVATE_CHANNELS = {
  account: 'account',
  positions: 'positions',
  fill: 'fill',
  orders: 'orders',
  position: 'positions',
  trade: 'fill',
} as const;

export type PrivateChannel = (typeof PRIVATE_CHANNELS)[keyof typeof PRIVATE_CHANNELS];

/** The forms of public names, as hints show them. */
export const PUBLIC_FORMS = {
  ticker: 'ticker.{symbol}',
  kline: `kline.{${BAR_PRICES.join('|')}}.{symbol}.{${BAR_INTERVALS.join('|')}}`,
  depth: `depth.{symbol}.{${DEPTHS.join('|')}}`,
  trades: 'trades.{symbol}',
  activity: 'activity[.{symbol}]',
  board: 'board.{contest}',
  log: 'log.head',
} as const satisfies Readonly<Record<PublicChannel['kind'], string>>;

const PUBLIC_KINDS = Object.keys(PUBLIC_FORMS) as readonly PublicChannel['kind'][];
const LONGEST_SHOWN = 80;

/** The public channel of a name, or 40020 with what was probably meant. `symbols`, `contests`: those there are. */
export function publicChannel(name: string, { symbols, contests }: Named): PublicChannel | ApiError {
  const [kind = '', ...rest] = name.split('.');
  if (isPrivateName(name))
    return wrong({
      en: `${name} is private: connect to ${PRIVATE_PATH}`,
      zh: `${name}是私有频道，请连接${PRIVATE_PATH}`,
    });
  const form = PUBLIC_KINDS.find((one) => one === kind);
  if (form === undefined) return wrong(meantKind(kind));
  const channel = channelOf(form, rest);
  if (channel === null) return wrong(use(PUBLIC_FORMS[form]));
  if (channel.kind === 'log') return channel;
  if (channel.kind === 'board')
    return contests.includes(channel.contest)
      ? channel
      : wrong(same(`${shown(channel.contest)} is no contest; see GET /capi/v2/contest/list`));
  const { symbol } = channel;
  return symbol === null || symbols.includes(symbol) ? channel : wrong(symbolHint(symbol, symbols));
}

/** The private channel of a name or of an alias; else 40020. */
export function privateChannel(name: string): PrivateChannel | ApiError {
  if (isPrivateName(name)) return PRIVATE_CHANNELS[name];
  const [kind = ''] = name.split('.');
  if (PUBLIC_KINDS.some((one) => one === kind))
    return wrong({
      en: `${shown(name)} is public: connect to ${PUBLIC_PATH}`,
      zh: `${shown(name)}是公共频道，请连接${PUBLIC_PATH}`,
    });
  const names = Object.keys(PRIVATE_CHANNELS);
  const near = nearestWord(kind, names, 3);
  return wrong(near === null ? use('account, positions, fill, orders') : didYouMean(near));
}

function isPrivateName(name: string): name is keyof typeof PRIVATE_CHANNELS {
  return Object.hasOwn(PRIVATE_CHANNELS, name);
}

function channelOf(kind: PublicChannel['kind'], rest: readonly string[]): PublicChannel | null {
  const [first, symbol, last] = rest;
  if (kind === 'kline') {
    const price = BAR_PRICES.find((one) => one === first);
    const interval = BAR_INTERVALS.find((one) => one === last);
    return rest.length === 3 && price !== undefined && interval !== undefined && symbol !== undefined
      ? { kind, symbol, price, interval }
      : null;
  }
  if (kind === 'activity') return rest.length < 2 ? { kind, symbol: first ?? null } : null;
  if (kind === 'log') return rest.length === 1 && first === 'head' ? { kind } : null;
  if (first === undefined) return null;
  // The id of a contest may have dots.
  if (kind === 'board') return { kind, contest: rest.join('.') };
  if (kind === 'depth') {
    const levels = DEPTHS.find((one) => one === symbol);
    return rest.length === 2 && levels !== undefined ? { kind, symbol: first, levels: Number(levels) } : null;
  }
  return rest.length === 1 ? { kind, symbol: first } : null;
}

function meantKind(kind: string): Bilingual {
  const near = nearestWord(kind, PUBLIC_KINDS, 3);
  const form = PUBLIC_KINDS.find((one) => one === near);
  return form === undefined ? use(Object.values(PUBLIC_FORMS).join(', ')) : didYouMean(PUBLIC_FORMS[form]);
}

function shown(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}

const use = (form: string): Bilingual => ({ en: `use ${form}`, zh: `请使用${form}` });
const didYouMean = (form: string): Bilingual => ({ en: `Did you mean ${form}?`, zh: `是否为${form}？` });

function wrong(hint: Bilingual): ApiError {
  return invalid('channel', hint);
}
