/**
 * The words in the language that is shown. English is here from the start; another language is a file of its own.
 */
import { effect, signal } from '@preact/signals';
import { app } from '../app/app-json.ts';
import { type Language, settings } from '../app/settings.ts';
import { query } from '../app/router.ts';
import { setLocale } from '../live/connection.ts';
import { en, type Words } from './en.ts';

export const words = signal<Words>(en);

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  zh: () => import('./zh.ts').then(({ zh }) => zh),
};

/** The address names it, or the visitor chose it, or the browser speaks it, or the exchange does. */
export function languageOf(): Language {
  const named = query.value.get('lang');
  if (named === 'en' || named === 'zh') return named;
  if (settings.value.language !== null) return settings.value.language;
  const spoken = navigator.languages.find((one) => /^(en|zh)\b/.test(one)) ?? app.value.locale;
  return spoken.startsWith('zh') ? 'zh' : 'en';
}

/** Loads the words and follows the choice; resolves when the first are there. */
export async function startWords(): Promise<void> {
  const show = async (language: Language): Promise<void> => {
    const loaded = await LOADERS[language]();
    words.value = loaded;
    document.documentElement.lang = loaded.lang;
    setLocale(loaded.locale);
  };
  await show(languageOf());
  effect(() => void show(languageOf()));
}
