/**
 * The one frame loop. A message changes state and marks its view; once a frame, while the tab is visible, every marked
 * view is drawn, each at most as often as it allows.
 */
export interface View {
  /** Writes what is shown now; signals inside are written together. */
  readonly draw: () => void;
  /** Least time between two draws, ms. */
  readonly everyMs: number;
}

interface Kept extends View {
  isDirty: boolean;
  drawnAtMs: number;
}

const views = new Map<View, Kept>();
let asked = 0;

/** Adds a view; the returned function marks it. */
export function addView(view: View): () => void {
  const kept: Kept = { ...view, isDirty: false, drawnAtMs: Number.NEGATIVE_INFINITY };
  views.set(view, kept);
  return () => {
    kept.isDirty = true;
    ask();
  };
}

export function removeView(view: View): void {
  views.delete(view);
}

function ask(): void {
  if (asked === 0 && document.visibilityState === 'visible') asked = requestAnimationFrame(run);
}

function run(nowMs: number): void {
  asked = 0;
  let waits = false;
  for (const view of views.values()) {
    if (!view.isDirty) continue;
    if (nowMs - view.drawnAtMs < view.everyMs) {
      waits = true;
      continue;
    }
    view.isDirty = false;
    view.drawnAtMs = nowMs;
    view.draw();
  }
  if (waits) ask();
}

/** A tab that becomes visible again draws what it missed. */
export function startFrames(): void {
  document.addEventListener('visibilitychange', ask);
}
