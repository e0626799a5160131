// Milliseconds on a fast machine: equal requests that are all meant, and things that are told apart by their time.
import { Stamps } from '../src/client/stamps.ts';

const stamps = new Stamps();

/** The timestamp of a signed request, as text; none that an equal request has. */
export function ownStamp(...message: readonly unknown[]): string {
  return String(stamps.of(message.join('\n'), Date.now()));
}

/** Until the clock's next millisecond. */
export async function nextMillisecond(): Promise<void> {
  for (const nowMs = Date.now(); Date.now() <= nowMs; ) await new Promise((resolve) => setImmediate(resolve));
}
