/**
 * The words of the administration's pages, which no other page loads.
 */
import { signal } from '@preact/signals';
import { type AdminWords, enAdmin } from './en-admin.ts';
import { followLanguage, type Loaders } from './words.ts';

export const adminWords = signal<AdminWords>(enAdmin);

const LOADERS: Loaders<AdminWords> = {
  en: () => Promise.resolve(enAdmin),
  zh: () => import('./zh-admin.ts').then(({ zhAdmin }) => zhAdmin),
};

export function startAdminWords(): Promise<void> {
  return followLanguage(adminWords, LOADERS);
}
