/**
 * Words of a log, in the page's words: a decision of its own, and its explanation as it reads.
 */
import { coinOf } from '../live/market.ts';
import type { Decision } from '../live/threads.ts';
import { words } from '../words/words.ts';

export function saidOf({ action: name, symbol, size, price }: Decision): string {
  const { action } = words.value;
  const parts = [
    action[name] ?? name,
    size,
    symbol === null ? null : coinOf(symbol),
    price === null ? null : `@ ${price}`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

/** The explanation as it reads: it may come as the JSON text it was in the body. */
export function textOfJson(text: string | null | undefined): string | null {
  if (text == null) return null;
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
