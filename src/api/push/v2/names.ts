/**
 * The channels of v2 by their names, and what helps when a name is wrong. Knows the forms of names and nothing of what
 * the channels carry.
 */
import { nearestWord } from '../../../core/text/edit-distance.ts';
import type { ApiError, Bilingual } from '../../words/errors.ts';
import { invalid, same } from '../../words/errors.ts';
import { symbolHint } from '../../words/guesses.ts';
import type { ChannelNames, NamedChannel, There } from '../dialect/dialect.ts';
import { type ChannelForm, kindOf, type Params } from '../public/channel.ts';

export const PUBLIC_PATH = '/v2/ws/public';
export const PRIVATE_PATH = '/v2/ws/private';

const LONGEST_SHOWN = 80;

/** The public channel of a name, or 40020 with what was probably meant. */
export function publicChannel<Form extends ChannelForm>(
  name: string,
  { forms, ofAccount }: ChannelNames<Form>,
  there: There,
): NamedChannel<Form> | ApiError {
  const [kind = '', ...rest] = name.split('.');
  if (Object.hasOwn(ofAccount, name))
    return wrong({
      en: `${name} is private: connect to ${PRIVATE_PATH}`,
      zh: `${name}是私有频道，请连接${PRIVATE_PATH}`,
    });
  const form = forms.find((one) => kindOf(one) === kind);
  if (form === undefined) return wrong(meantKind(kind, forms));
  const params = paramsOf(form, rest);
  if (params === null) return wrong(use(hintOf(form)));
  const { symbol, contest } = params;
  if (typeof symbol === 'string' && !there.symbols.includes(symbol)) return wrong(symbolHint(symbol, there.symbols));
  if (typeof contest === 'string' && !there.contests.includes(contest))
    return wrong(same(`${shown(contest)} is no contest; see GET /capi/v2/contest/list`));
  return { name, form, params };
}

/** The account's channel of a name or of an alias; else 40020. */
export function accountChannel(name: string, { forms, ofAccount }: ChannelNames): string | ApiError {
  const channel = Object.hasOwn(ofAccount, name) ? ofAccount[name] : undefined;
  if (channel !== undefined) return channel;
  const [kind = ''] = name.split('.');
  if (forms.some((one) => kindOf(one) === kind))
    return wrong({
      en: `${shown(name)} is public: connect to ${PUBLIC_PATH}`,
      zh: `${shown(name)}是公共频道，请连接${PUBLIC_PATH}`,
    });
  const near = nearestWord(kind, Object.keys(ofAccount), 3);
  return wrong(near === null ? use([...new Set(Object.values(ofAccount))].join(', ')) : didYouMean(near));
}

/** A form as hints and the documentation show it: with the words its parameters may be. */
export function hintOf({ name, words }: ChannelForm): string {
  return name.replace(/\{(\w+)\}/g, (all, one: string) =>
    words[one] === undefined ? all : `{${words[one].join('|')}}`,
  );
}

/** The parts of a name after its kind; null: they are not of this form. */
function paramsOf({ name, words }: ChannelForm, rest: readonly string[]): Params | null {
  const parts = name.replace(/[[\]]/g, '').split('.').slice(1);
  const isShort = name.endsWith(']') && rest.length === parts.length - 1;
  // The id of a contest may have dots.
  const said =
    parts.at(-1) === '{contest}' ? [...rest.slice(0, parts.length - 1), ...joined(rest, parts.length - 1)] : rest;
  if (said.length !== parts.length && !isShort) return null;
  const params: Record<string, string | null> = {};
  for (const [at, part] of parts.entries()) {
    const text = said[at] ?? null;
    const param = /^\{(\w+)\}$/.exec(part)?.[1];
    if (param === undefined ? text !== part : text !== null && words[param]?.includes(text) === false) return null;
    if (param !== undefined) params[param] = text;
  }
  return params;
}

/** The parts from a place on as one; none when there are none. */
function joined(parts: readonly string[], from: number): string[] {
  return parts.length > from ? [parts.slice(from).join('.')] : [];
}

function meantKind(kind: string, forms: readonly ChannelForm[]): Bilingual {
  const near = nearestWord(kind, forms.map(kindOf), 3);
  const form = forms.find((one) => kindOf(one) === near);
  return form === undefined ? use(forms.map(hintOf).join(', ')) : didYouMean(hintOf(form));
}

function shown(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}

const use = (form: string): Bilingual => ({ en: `use ${form}`, zh: `请使用${form}` });
const didYouMean = (form: string): Bilingual => ({ en: `Did you mean ${form}?`, zh: `是否为${form}？` });

function wrong(hint: Bilingual): ApiError {
  return invalid('channel', hint);
}
