/**
 * The words of cases in the language that is shown, loaded with what needs them.
 */
import { signal } from '@preact/signals';
import { type CaseWords, enCases } from './en-cases.ts';
import { followLanguage, type Loaders } from './words.ts';

export const caseWords = signal<CaseWords>(enCases);

const LOADERS: Loaders<CaseWords> = {
  en: () => Promise.resolve(enCases),
  zh: () => import('./zh-cases.ts').then(({ zhCases }) => zhCases),
};

/** Resolves when the words are there; before anything that needs them is drawn. */
export function startCaseWords(): Promise<void> {
  return (started ??= followLanguage(caseWords, LOADERS));
}

let started: Promise<void> | null = null;
