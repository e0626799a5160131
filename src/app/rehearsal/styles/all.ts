/** Every style of a rehearsal: honest ones first, then cheats, then those who frame others. */
import { CANNED } from './cheats/canned.ts';
import { CONTRADICTING } from './cheats/contradicting.ts';
import { COPYING } from './cheats/copying.ts';
import { COVERAGE } from './cheats/coverage.ts';
import { DEALING } from './cheats/dealing.ts';
import { INVENTED } from './cheats/invented.ts';
import { REFUSED } from './cheats/refused.ts';
import { TWINS } from './cheats/twins.ts';
import { FRAMERS } from './framers/framers.ts';
import { FORMS } from './honest/forms.ts';
import { HABITS } from './honest/habits.ts';
import { ORDERS } from './honest/orders.ts';
import { STRANGERS } from './honest/strangers.ts';
import type { Style } from './style.ts';

export const STYLES: readonly Style[] = [
  ...FORMS,
  ...HABITS,
  ...ORDERS,
  ...STRANGERS,
  ...COVERAGE,
  ...CONTRADICTING,
  ...CANNED,
  ...INVENTED,
  ...COPYING,
  ...DEALING,
  ...TWINS,
  ...REFUSED,
  ...FRAMERS,
];

/** The styles of these names and whom they can't be played without, in the order of the list; null: none has a name. */
export function stylesNamed(names: readonly string[]): readonly Style[] | null {
  const wanted = new Set<string>();
  const add = (name: string): boolean => {
    const style = STYLES.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (style === undefined) return false;
    if (!wanted.has(style.name)) {
      wanted.add(style.name);
      for (const other of style.beside ?? []) add(other);
    }
    return true;
  };
  return names.every(add) ? STYLES.filter(({ name }) => wanted.has(name)) : null;
}
