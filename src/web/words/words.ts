/**
 * The words in the language that is shown. English is here from the start, but for what only some pages say, which is
 * loaded with them; another language is in its own file, complete.
 */
import { effect, type Signal } from '@preact/signals';
import { language } from '../base/language.ts';
import type { Language } from '../base/settings.ts';
import { en, type Words } from './en.ts';
import { words } from './shown.ts';

/** Source of each language's words. */
export type Loaders<Part> = Readonly<Record<Language, () => Promise<Part>>>;

export { words };

const PARTS = {
  trade: () => import('./en-trade.ts').then(({ enTrade }) => ({ trade: enTrade })),
  log: () => import('./en-log.ts').then(({ enLog, enProof }) => ({ log: enLog, proof: enProof })),
  me: () => import('./en-me.ts').then(({ enMe }) => ({ me: enMe })),
  rehearsal: () => import('./en-rehearsal.ts').then(({ enRehearsal }) => ({ rehearsal: enRehearsal })),
  board: () => import('./en-board.ts').then(({ enBoard, enTeam }) => ({ board: enBoard, team: enTeam })),
  live: () => import('./en-live.ts').then(({ enCard, enLive }) => ({ card: enCard, live: enLive })),
  evidence: () => import('./en-evidence.ts').then(({ enEvidence }) => ({ evidence: enEvidence })),
  guide: () => import('./en-guide.ts').then(({ enGuide }) => ({ guide: enGuide })),
  about: () => import('./en-about.ts').then(({ enAbout }) => ({ about: enAbout })),
  claims: () => import('./en-claims.ts').then(({ enClaims }) => ({ claims: enClaims })),
  dialogs: () =>
    import('./en-dialogs.ts').then(({ enKeys, enSettings, enSignIn }) => ({
      keys: enKeys,
      settings: enSettings,
      signIn: enSignIn,
    })),
} as const;
type PartName = keyof typeof PARTS;

/** Parts that were asked for. */
const needed = new Set<PartName>();
/** Their state. */
const loaded: Partial<Words> = {};

const LOADERS: Loaders<Words> = {
  en: async () => {
    for (const name of needed) Object.assign(loaded, await PARTS[name]());
    return { ...en, ...loaded } as Words;
  },
  zh: () => import('./zh.ts').then(({ zh }) => zh),
};

/** Loads what a page needs beside its code; resolves to that. */
export async function withWords<Loaded>(loading: Promise<Loaded>, ...parts: readonly PartName[]): Promise<Loaded> {
  for (const name of parts) needed.add(name);
  const [loaded, own] = await Promise.all([loading, LOADERS[language.value]()]);
  words.value = own;
  return loaded;
}

/** Loads the words of the shell and follows the choice; resolves when the first are there. */
export async function startWords(): Promise<void> {
  await followLanguage(words, LOADERS);
  effect(() => void (document.documentElement.lang = words.value.lang));
}

/** Keeps words in the language that is chosen; resolves when the first are there. */
export async function followLanguage<Part>(shown: Signal<Part>, loaders: Loaders<Part>): Promise<void> {
  const show = async (chosen: Language): Promise<void> => void (shown.value = await loaders[chosen]());
  await show(language.value);
  effect(() => void show(language.value));
}
