/** Those who want to hear of something. A listener that throws stops neither the others nor what called it. */
export class Listeners<Arguments extends readonly unknown[]> {
  readonly #all = new Set<(...news: Arguments) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Adds a listener; the function that is returned takes it away again. */
  add(listener: (...news: Arguments) => void): () => void {
    // One function may listen twice, and stop once.
    const own = (...news: Arguments): void => listener(...news);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  tell(...news: Arguments): void {
    for (const listener of this.#all) {
      try {
        listener(...news);
      } catch (error) {
        // Reported like any uncaught error, once the caller of this has finished its work.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
