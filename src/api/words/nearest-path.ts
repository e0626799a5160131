/**
 * The served path that an unknown one misspells, word by word: `placeTpSlOrder` is not `placeOrder` with extra
 * letters but another action. When two paths are equally near, there is no answer.
 */
import { editDistance } from '../../core/text/edit-distance.ts';

/** Longer paths aren't slips. */
const LONGEST = 200;
/** Words of at least this many letters may be two letters off, shorter ones one. */
const LONG_WORD = 5;

/** The one path of `known` that is spelt most like `path`; null when none is near, or several equally. */
export function nearestPath(path: string, known: readonly string[]): string | null {
  if (path.length > LONGEST) return null;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const one of known) {
    const distance = distanceOf(path, one);
    if (distance > least) continue;
    nearest = distance < least && distance < Number.POSITIVE_INFINITY ? one : null;
    least = distance;
  }
  return nearest;
}

/** Letters to change, infinite when a word differs by more than a slip. */
function distanceOf(found: string, known: string): number {
  const [sent, meant] = [wordsOf(found), wordsOf(known)];
  if (sent.length === meant.length) {
    let sum = 0;
    for (const [at, word] of sent.entries()) sum += slipIn(word, meant[at] as string);
    return sum;
  }
  // The same letters with other boundaries between the words, or one letter off.
  return slipOf(sent.join(''), meant.join(''), 1);
}

function slipIn(word: string, meant: string): number {
  return slipOf(word, meant, Math.min(word.length, meant.length) >= LONG_WORD ? 2 : 1);
}

function slipOf(found: string, meant: string, most: number): number {
  const distance = Math.abs(found.length - meant.length) > most ? most + 1 : editDistance(found, meant);
  return distance <= most ? distance : Number.POSITIVE_INFINITY;
}

/** The words of a path in lower case: `/order/placeTpSlOrder` → order, place, tp, sl, order. */
function wordsOf(path: string): string[] {
  return path
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
