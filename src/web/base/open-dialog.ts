/** The window over the page. */
import { signal } from '@preact/signals';

export type DialogName = 'account' | 'settings' | 'claims' | 'keys';

/** One at a time; null: none. */
export const dialog = signal<DialogName | null>(null);
