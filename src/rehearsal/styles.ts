/** Every style of a rehearsal: honest ones first, then cheats, then those who frame others. */
import { CANNED } from './styles/cheats/canned.ts';
import { CONTRADICTING } from './styles/cheats/contradicting.ts';
import { COPYING } from './styles/cheats/copying.ts';
import { COVERAGE } from './styles/cheats/coverage.ts';
import { DEALING } from './styles/cheats/dealing.ts';
import { INVENTED } from './styles/cheats/invented.ts';
import { REFUSED } from './styles/cheats/refused.ts';
import { TWINS } from './styles/cheats/twins.ts';
import { FRAMERS } from './styles/framers/framers.ts';
import { FORMS } from './styles/honest/forms.ts';
import { HABITS } from './styles/honest/habits.ts';
import { ORDERS } from './styles/honest/orders.ts';
import { STRANGERS } from './styles/honest/strangers.ts';
import type { Style } from './styles/style.ts';

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
