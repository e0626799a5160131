/**
 * Whether the exchange takes requests, asked only while it does not: `readyz` every two seconds, until it is ready.
 * Then the page connects at once, and reads again what it couldn't know before.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { to } from '../base/router.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** Why it does not, in its own words ("journal replay 42 %"); null: it does, or that isn't known. */
export const notReady = signal<string | null>(null);

const ASK_EVERY_MS = 2_000;

let timer: Timer | null = null;
let whenReady: () => void = () => undefined;
let lost: ReadonlySignal<number | null> = signal(null);

/**
 * Called once.
 * @param lostAtMs not null while there is no connection
 * @param again what is done once the exchange is ready again
 */
export function startService(lostAtMs: ReadonlySignal<number | null>, again: () => void): void {
  [lost, whenReady] = [lostAtMs, again];
  effect(() => {
    if (lostAtMs.value !== null) watchReadiness();
  });
}

/** Called when something said that the exchange is not ready. */
export function watchReadiness(): void {
  timer ??= machine.after(0, () => void ask());
}

async function ask(): Promise<void> {
  const reason = await readReason();
  const wasDown = notReady.peek() !== null;
  notReady.value = reason;
  timer = null;
  if (reason === null && wasDown) whenReady();
  if (reason !== null || lost.peek() !== null) timer = machine.after(ASK_EVERY_MS, () => void ask());
}

/** Null: it is ready, or there is nothing to say why not. */
async function readReason(): Promise<string | null> {
  try {
    const response = await fetch(to('/readyz'), { cache: 'no-store' });
    // The administration's listener has no such path, and says so with neither.
    const { status, reason } = (await response.json()) as { readonly status?: string; readonly reason?: string };
    return status === undefined || status === 'ready' ? null : (reason ?? status);
  } catch {
    return null;
  }
}
