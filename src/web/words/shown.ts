/** The words in the language that is shown, as a signal: `words.ts` sets it. */
import { signal } from '@preact/signals';
import { en, type Words } from './en.ts';

export const words = signal<Words>(en as Words);
