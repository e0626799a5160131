// Timestamps of signed requests. Equal requests that are all meant have different ones, however fast the machine: with
// the same one the exchange takes the later for a copy and answers it like the first (FLOW-010).

const stamps = new Map<string, number>();
let latestMs = 0;

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
