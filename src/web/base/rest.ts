/** How the page asks the exchange over HTTP: where it is, in which language, and the client of public reads. */
import { createClient } from '../../client/client.ts';
import { takeBudget } from './budget.ts';
import { takeExchangeTime, wallMs } from './clock.ts';
import { language } from './language.ts';
import { base } from './router.ts';
import type { Language } from './settings.ts';

/** Address of the exchange: the page's own origin, below its base. */
export const exchangeUrl = new URL(base, location.origin).href.replace(/\/$/, '');

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-CN' };

/** `fetch`, in the language that is shown; what each answer says about the budget and the time is noted. */
export const sendWithLocale: typeof fetch = async (target, init) => {
  const headers = { ...(init?.headers as Record<string, string>), locale: LOCALES[language.peek()] };
  const response = await fetch(target, { ...init, headers });
  takeBudget(response.headers);
  takeExchangeTime(response.headers.get('X-Exchange-Time'));
  return response;
};

/** Signs nothing: public reads. */
export const publicClient = createClient({ url: exchangeUrl, nowMs: wallMs, fetch: sendWithLocale, retries: 1 });
