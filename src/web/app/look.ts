/**
 * Theme and colours as attributes of the document, which style/tokens.css reads.
 */
import { effect } from '@preact/signals';
import { settings } from './settings.ts';

export function startLook(): void {
  effect(() => {
    const { theme, colours } = settings.value;
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['colours'] = colours;
  });
}
