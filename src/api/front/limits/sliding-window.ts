/**
 * A budget over a sliding window in slots of one hundredth of it (docs/api.md, Rate limits): `used` is what was
 * admitted in slots that began less than a window ago, and a request is admitted iff `used + weight ≤ budget`. Time is
 * an argument, in ms of a clock that never falls.
 */

const SLOTS = 100;

export interface SlidingWindow {
  readonly weights: Int32Array;
  used: number;
  /** Number of the newest slot that was counted, from the clock's zero. */
  slot: number;
}

export function createWindow(): SlidingWindow {
  return { weights: new Int32Array(SLOTS), used: 0, slot: -1 };
}

/** Forgets the slots that have left the window by `nowMs`. */
function moveTo(window: SlidingWindow, nowMs: number, windowMs: number): void {
  const slot = Math.floor((nowMs * SLOTS) / windowMs);
  if (slot <= window.slot) return;
  const { weights } = window;
  if (slot - window.slot >= SLOTS) {
    if (window.used !== 0) weights.fill(0);
    window.used = 0;
  } else {
    for (let passed = window.slot + 1; passed <= slot; passed++) {
      const at = passed % SLOTS;
      window.used -= weights[at] as number;
      weights[at] = 0;
    }
  }
  window.slot = slot;
}

/** The count at this moment. */
export function usedOf(window: SlidingWindow, nowMs: number, windowMs: number): number {
  moveTo(window, nowMs, windowMs);
  return window.used;
}

/** Counts `weight` and returns true, or leaves everything as it is and returns false. */
export function admit(window: SlidingWindow, weight: number, budget: number, nowMs: number, windowMs: number): boolean {
  moveTo(window, nowMs, windowMs);
  if (window.used + weight > budget) return false;
  count(window, weight, nowMs, windowMs);
  return true;
}

/** Counts `weight`, whatever the budget is. */
export function count(window: SlidingWindow, weight: number, nowMs: number, windowMs: number): void {
  moveTo(window, nowMs, windowMs);
  const at = window.slot % SLOTS;
  window.weights[at] = (window.weights[at] as number) + weight;
  window.used += weight;
}

/**
 * Whole seconds, at least 1, after which `weight` would pass if nothing else came; a whole window when it never would.
 */
export function secondsUntil(
  window: SlidingWindow,
  weight: number,
  budget: number,
  nowMs: number,
  windowMs: number,
): number {
  moveTo(window, nowMs, windowMs);
  let left = window.used;
  for (let age = SLOTS - 1; age >= 0; age--) {
    if (left + weight <= budget) break;
    const slot = window.slot - age;
    if (slot < 0) continue;
    left -= window.weights[slot % SLOTS] as number;
    if (left + weight <= budget) return Math.max(1, Math.ceil(((slot + SLOTS) * (windowMs / SLOTS) - nowMs) / 1000));
  }
  return Math.max(1, Math.ceil(windowMs / 1000));
}
