/**
 * Theme and colours as attributes of the document, which style/tokens.css reads.
 */
import { effect, signal } from '@preact/signals';
import { settings } from './settings.ts';

const system = matchMedia('(prefers-color-scheme: dark)');
/** The system's preference now, for parts that are painted and not styled. */
export const isDark = signal(system.matches);

export function applyAppearance(): void {
  system.addEventListener('change', ({ matches }) => (isDark.value = matches));
  effect(() => {
    const { theme, colours } = settings.value;
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['colours'] = colours;
  });
}
