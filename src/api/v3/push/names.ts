/** The channels of v3 by their names, and what helps when a name is wrong. */
import { nearestWord } from '../../../core/text/edit-distance.ts';
import { type ApiError, type Bilingual, same } from '../../words/errors.ts';
import { symbolHint } from '../../words/guesses.ts';
import type { ChannelNames, NamedChannel, There } from '../../push/dialect/dialect.ts';
import { type ChannelForm, kindOf } from '../../push/public/channel.ts';
import { symbolText } from '../words/names.ts';
import { wrong } from './wrong.ts';

export const PUBLIC_PATH = '/v3/ws/public';
export const PRIVATE_PATH = '/v3/ws/private';

const LIST = '/capi/v3/market/exchangeInfo';

/** Name of a parameter in refusals. */
const CALLED: Readonly<Record<string, string>> = {
  levels: 'invalid depth level',
  interval: 'invalid interval',
  price: 'invalid price type',
};

/** Events of other exchanges, and what is used here. */
const GUESSES: Readonly<Record<string, string>> = {
  bookTicker: 'ticker',
  miniTicker: 'ticker',
  aggTrade: 'trade',
  trades: 'trade',
  markPrice: 'ticker',
  candle: 'kline_1m',
};

/** The public channel of a name, in letters of any case where it names the contract. */
export function publicChannel<Form extends ChannelForm>(
  name: string,
  { forms, ofAccount }: ChannelNames<Form>,
  there: There,
): NamedChannel<Form> | ApiError {
  const at = name.indexOf('@');
  if (Object.hasOwn(ofAccount, name)) return invalidEvent(name, elsewhere(`${name} is private`, PRIVATE_PATH));
  if (at < 0) return invalidEvent(name, use(forms));
  const [said, event] = [name.slice(0, at), name.slice(at + 1)];
  const form = forms.find((one) => kindOf(one) === /^[A-Za-z]*/.exec(event)![0]);
  const found = form === undefined ? null : partsOf(form, event);
  if (form === undefined || found === null) return invalidEvent(event, meant(event, said, forms));
  const symbol = there.symbols.find((one) => symbolText(one) === said.toUpperCase());
  if (symbol === undefined) return wrong('invalid symbol', said, symbolHint(said, there.symbols.map(symbolText), LIST));
  for (const [param, value] of Object.entries(found)) {
    const words = form.words[param] ?? [];
    if (!words.includes(value)) return wrong(CALLED[param] ?? 'invalid event', value, oneOf(words));
  }
  return { name: `${symbolText(symbol)}@${eventOf(form, found)}`, form, params: { ...found, symbol } };
}

/** The account's channel of a name or of an alias. */
export function accountChannel(name: string, ofAccount: ChannelNames['ofAccount']): string | ApiError {
  const channel = Object.hasOwn(ofAccount, name) ? ofAccount[name] : undefined;
  if (channel !== undefined) return channel;
  if (name.includes('@')) return invalidEvent(name, elsewhere('channels of a contract are public', PUBLIC_PATH));
  const near = nearestWord(name, Object.keys(ofAccount), 3);
  return invalidEvent(name, near === null ? oneOf([...new Set(Object.values(ofAccount))]) : didYouMean(near));
}

/** A form as the documentation shows it: with the words its parameters may be. */
export function formText({ name, words }: ChannelForm): string {
  return name
    .replace('{symbol}', 'SYMBOL')
    .replace(/\{(\w+)\}/g, (all, param: string) => (words[param] === undefined ? all : `{${words[param].join('|')}}`));
}

/** The part of a form behind the contract. */
const tailOf = ({ name }: ChannelForm): string => name.slice(name.indexOf('@') + 1);

/**
 * An event's words for the parameters of a form; one that may be left out then says the first of its words. Null: it
 * is not of this form.
 */
function partsOf(form: ChannelForm, event: string): Record<string, string> | null {
  const names = [...tailOf(form).matchAll(/\{(\w+)\}/g)].map(([, param]) => param as string);
  const pattern = tailOf(form)
    .replace(/\[(.*)\]$/, '(?:$1)?')
    .replace(/\{\w+\}/g, (_, offset: number, whole: string) =>
      /\{\w+\}/.test(whole.slice(offset + 1)) ? '([^_]*)' : '(.*)',
    );
  const said = new RegExp(`^${pattern}$`, 's').exec(event);
  if (said === null) return null;
  return Object.fromEntries(names.map((param, at) => [param, said[at + 1] ?? form.words[param]?.[0] ?? '']));
}

/** An event with all its parameters. */
function eventOf(form: ChannelForm, params: Readonly<Record<string, string>>): string {
  return tailOf(form)
    .replace(/[[\]]/g, '')
    .replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '');
}

function meant(event: string, symbol: string, forms: readonly ChannelForm[]): Bilingual {
  const [word = ''] = event.split('_');
  const near = GUESSES[word] ?? nearestWord(word, forms.map(kindOf), 2);
  return near === null ? use(forms) : didYouMean(`${symbol.toUpperCase().slice(0, 40)}@${near}`);
}

const invalidEvent = (found: string, hint: Bilingual): ApiError => wrong('invalid event', found, hint);
const use = (forms: readonly ChannelForm[]): Bilingual => oneOf(forms.map(formText));
const oneOf = (words: readonly string[]): Bilingual => ({
  en: `use ${words.join(', ')}`,
  zh: `请使用${words.join('、')}`,
});
const didYouMean = (word: string): Bilingual => ({ en: `Did you mean ${word}?`, zh: `是否为${word}？` });
const elsewhere = (why: string, path: string): Bilingual => same(`${why}: connect to ${path}`);
