// Timestamps. Of signed requests: equal requests that are all meant have different ones, however fast the machine: with
// the same one the exchange takes the later for a copy and answers it like the first (FLOW-010).

const stamps = new Map<string, number>();
let latestMs = 0;

/** Until the clock's next millisecond: what is told apart by its time would else be of one on a fast machine. */
export async function nextMillisecond(): Promise<void> {
  for (const nowMs = Date.now(); Date.now() <= nowMs; ) await new Promise((resolve) => setImmediate(resolve));
}

/** Epoch ms as text, now, or a little later for a message that was stamped just before. */
export function ownStamp(...message: readonly unknown[]): string {
  const nowMs = Date.now();
  if (nowMs > latestMs) stamps.clear();
  const key = message.join('\n');
  const atMs = Math.max(nowMs, (stamps.get(key) ?? 0) + 1);
  stamps.set(key, atMs);
  latestMs = Math.max(latestMs, atMs);
  return String(atMs);
}
