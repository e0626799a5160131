/**
 * Takes turns at reading what will not be kept: bodies that are thrown away, or only signed over. A few are read at a
 * time and the others wait unread, so that a flood of bodies that lead to nothing leaves the time to those that do.
 */

/** How many are read at the same time. */
const AT_ONCE = 32;

export interface Turns {
  /**
   * Calls `start` when it is its turn, perhaps immediately; the function it returns gives the turn up, waiting or not,
   * once.
   */
  take(start: () => void): () => void;
}

export function createTurns(atOnce = AT_ONCE): Turns {
  const waiting = new Set<() => void>();
  let running = 0;

  function next(): void {
    for (const start of waiting) {
      if (running >= atOnce) return;
      waiting.delete(start);
      running++;
      start();
    }
  }

  return {
    take(start) {
      let isOver = false;
      const begin = (): void => start();
      waiting.add(begin);
      next();
      return () => {
        if (isOver) return;
        isOver = true;
        if (waiting.delete(begin)) return;
        running--;
        next();
      };
    },
  };
}
