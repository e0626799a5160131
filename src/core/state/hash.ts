/**
 * The hash of the state (INV-017): same journal, same hash, on any machine. It is over the lines of `codec.ts`, so
 * fields that count are hashed and fields for speed are not. SHA-256 is an argument; sections of lines are hashed one
 * by one, so no text grows with the whole state.
 */
import { finished } from '../text/steps.ts';
import type { Sha256 } from '../text/bytes.ts';
import { toHex } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { stateLines } from './codec.ts';
import type { State } from './state.ts';

const LINES_PER_SECTION = 1000;
const LINES_PER_STEP = 100;

/** SHA-256 over the SHA-256 of each thousand lines. `digest` gives the SHA-256 of text as 64 hex digits. */
export class LinesHash {
  readonly #digest: (text: string) => string;
  #hashes = '';
  #section: string[] = [];

  constructor(digest: (text: string) => string) {
    this.#digest = digest;
  }

  add(line: string): void {
    this.#section.push(line);
    if (this.#section.length === LINES_PER_SECTION) this.#close();
  }

  end(): string {
    this.#close();
    return this.#digest(this.#hashes);
  }

  #close(): void {
    this.#hashes += this.#digest(this.#section.join('\n'));
    this.#section = [];
  }
}

/**
 * The hash, 64 hex digits, in small steps, each of which gives the lines so far: a large state takes seconds, and the
 * caller can do other work in between.
 */
export function* hashSteps(state: State, sha256: Sha256): Generator<number, string, undefined> {
  const hash = new LinesHash((text) => toHex(sha256(encodeUtf8(text))));
  let lines = 0;
  for (const line of stateLines(state)) {
    hash.add(line);
    lines++;
    if (lines % LINES_PER_STEP === 0) yield lines;
  }
  return hash.end();
}

/** The hash in one go. */
export function stateHash(state: State, sha256: Sha256): string {
  return finished(hashSteps(state, sha256));
}
