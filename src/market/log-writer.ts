/**
 * Writes `market-log.jsonl`: each line is durable before the commands of its second are sent, so that whatever the
 * journal has, the log explains. What a full disk does not take is tried again with the next line.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

export class MarketLogWriter {
  readonly #path: string;
  readonly #onFailed: (error: unknown) => void;
  #pending = '';

  constructor(path: string, onFailed: (error: unknown) => void) {
    this.#path = path;
    this.#onFailed = onFailed;
    // A killed process may have left a part of its last line.
    if (existsSync(path)) truncateSync(path, readFileSync(path).lastIndexOf('\n') + 1);
  }

  readonly write = (line: object): void => {
    this.#pending += `${JSON.stringify(line)}\n`;
    try {
      this.#append();
    } catch (error) {
      this.#onFailed(error);
    }
  };

  #append(): void {
    const file = openSync(this.#path, 'a', 0o600);
    try {
      const bytes = Buffer.from(this.#pending);
      const written = writeSync(file, bytes);
      this.#pending = bytes.subarray(written).toString();
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}
