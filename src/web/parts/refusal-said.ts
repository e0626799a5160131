/**
 * The meaning of a refusal, in the language that is shown: wherever the page says one. The words, and what finds the
 * facts for them, are loaded when the first refusal is shown, or before it by a page that expects some.
 */
import { signal } from '@preact/signals';
import { NoAnswer, OutcryError } from '../../client/errors.ts';
import type { Refused, refusalText } from '../format/refusal.ts';
import type { Behind } from './fault-behind.tsx';
import { refusalWords, startRefusalWords } from '../words/refusals.ts';
import { words } from '../words/words.ts';

const textOf = signal<typeof refusalText | null>(null);
/** Shows what is behind a refusal; null while it is loaded. */
export const behind = signal<typeof Behind | null>(null);
let started: Promise<unknown> | null = null;

export function startRefusals(): Promise<unknown> {
  return (started ??= Promise.all([
    startRefusalWords(),
    import('../format/refusal.ts').then((found) => (textOf.value = found.refusalText)),
    import('./fault-behind.tsx').then((found) => (behind.value = found.Behind)),
  ]));
}

/** Null while its words are loaded, and where there are none: then the exchange's own will do. */
export function refusalMeans(refused: Refused): string | null {
  void startRefusals();
  const words = refusalWords.value;
  return words === null ? null : (textOf.value?.(words, refused) ?? null);
}

export function refusalSaid(refusal: OutcryError): string | null {
  const { code, token } = refusal;
  return refusalMeans({ code, token, text: saidBy(refusal) });
}

/** Whatever went wrong in a sentence: a refusal in words for whoever trades, or in the exchange's own. */
export function faultText(error: unknown): string {
  if (error instanceof OutcryError) return refusalSaid(error) ?? saidBy(error);
  const { errors } = words.value;
  if (error instanceof NoAnswer) return error.mayHaveHappened ? errors.unknown : errors.noAnswer;
  return error instanceof Error && error.name === 'Error' ? error.message : errors.noAnswer;
}

/** The exchange's code and sentence; its hint is not part of it. */
export function saidBy({ message, hint }: OutcryError): string {
  return hint === null ? message : message.slice(0, -(hint.length + 3));
}
