/**
 * Announcements for screen readers: one sentence at a time, politely. The shell has the one region that
 * says it.
 */
import { signal } from '@preact/signals';

/** `count` rises, so that the same sentence twice is said twice. */
export const announced = signal<{ readonly text: string; readonly count: number }>({ text: '', count: 0 });

export function announce(text: string): void {
  announced.value = { text, count: announced.peek().count + 1 };
}
