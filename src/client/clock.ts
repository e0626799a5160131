/**
 * The server's time as this machine knows it: its own clock and how far the server's is ahead. Requests are stamped
 * with it, because a stamp more than 30 s off is refused.
 */
const SAMPLES = 3;

export class ServerClock {
  readonly #nowMs: () => number;
  readonly #ask: () => Promise<number>;
  #offsetMs = 0;
  #delayMs: number | null = null;
  #syncing: Promise<number> | null = null;

  /** `ask` reads the server's time in epoch ms. */
  constructor(nowMs: () => number, ask: () => Promise<number>) {
    this.#nowMs = nowMs;
    this.#ask = ask;
  }

  /** How many ms the server is ahead of this machine; 0 until it was measured. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** How long the quickest of the last answers took, ms; null until it was measured. */
  get delayMs(): number | null {
    return this.#delayMs;
  }

  /** Epoch ms of the server, now. */
  nowMs(): number {
    return Math.round(this.#nowMs() + this.#offsetMs);
  }

  /** Measures the offset by the quickest of three answers and returns it. Several callers at once measure once. */
  sync(): Promise<number> {
    this.#syncing ??= this.#measure().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  async #measure(): Promise<number> {
    let quickest = Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const sentMs = this.#nowMs();
      const serverMs = await this.#ask();
      const tookMs = this.#nowMs() - sentMs;
      if (tookMs >= quickest) continue;
      quickest = tookMs;
      this.#offsetMs = serverMs - (sentMs + tookMs / 2);
    }
    this.#delayMs = quickest;
    return this.#offsetMs;
  }
}
