/**
 * The uploads of AI logs that are under way now: by what makes two of them the same (a body, an `Idempotency-Key`), so
 * that a copy waits for the first and stores nothing; and by the commitment under which their bodies are stored, so
 * that a body whose log is still to come is never taken for one without a log.
 *
 * It decides nothing about repeats: an upload that has waited looks into the engine's memory again. Memory only; a
 * process that ends has no uploads under way.
 */

export interface UploadsUnderWay {
  /** Settles when an upload that bears one of these names is over; undefined when there isn't one. */
  another(names: readonly string[]): Promise<void> | undefined;
  /** Enters an upload under its names and its body's commitment; to be called before the body is stored. */
  begin(names: readonly string[], h: string): Upload;
  /** Whether a log may still come that refers to this body. */
  mayRefer(h: string): boolean;
}

export interface Upload {
  /** The log is in the sequence, or will never be. */
  settled(): void;
  /** It can't be told before the next start whether the log is in the sequence. */
  unknown(): void;
}

export function createUploadsUnderWay(): UploadsUnderWay {
  const byName = new Map<string, { readonly over: Promise<void>; readonly h: string }>();
  /** Commitments whose outcome isn't known before the next start. */
  const lost = new Set<string>();
  return {
    another(names) {
      const name = names.find((one) => byName.has(one));
      return name === undefined ? undefined : byName.get(name)?.over;
    },
    begin(names, h) {
      const over = Promise.withResolvers<void>();
      for (const name of names) byName.set(name, { over: over.promise, h });
      const end = (): void => {
        for (const name of names) byName.delete(name);
        over.resolve();
      };
      return {
        settled: end,
        unknown() {
          lost.add(h);
          end();
        },
      };
    },
    mayRefer: (h) => lost.has(h) || [...byName.values()].some((one) => one.h === h),
  };
}
