/**
 * The words of refusals in the language that is shown, loaded when the first refusal is, or before it by the pages that
 * expect some.
 */
import { type Signal, signal } from '@preact/signals';
import type { RefusalWords } from './en-refusals.ts';
import { followLanguage, type Loaders } from './words.ts';

/** Null until they are there: what the exchange says must do till then. */
export const refusalWords = signal<RefusalWords | null>(null);

const LOADERS: Loaders<RefusalWords> = {
  en: () => import('./en-refusals.ts').then(({ enRefusals }) => enRefusals),
  zh: () => import('./zh-refusals.ts').then(({ zhRefusals }) => zhRefusals),
};

let started: Promise<void> | null = null;

export function startRefusalWords(): Promise<void> {
  return (started ??= followLanguage(refusalWords as Signal<RefusalWords>, LOADERS));
}
