/**
 * The hash of the state (INV-017): same journal, same hash, on any machine. It is over the lines of `codec.ts`, so
 * fields that count are hashed and fields for speed are not. SHA-256 is an argument; sections of lines are hashed one
 * by one, so no text grows with the whole state.
 */
import { runSteps } from '../num/steps.ts';
import type { Sha256 } from '../text/bytes.ts';
import { toHex } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { stateLines } from './codec.ts';
import type { State } from './state.ts';

const LINES_PER_SECTION = 1000;
const LINES_PER_STEP = 100;

/**
 * SHA-256 over the SHA-256 of each thousand lines; 64 hex digits. In small steps, each of which gives the lines so far:
 * a large state takes seconds, and the caller can do other work in between.
 */
export function* hashSteps(state: State, sha256: Sha256): Generator<number, string, undefined> {
  let hashes = '';
  let section: string[] = [];
  const close = (): void => {
    hashes += toHex(sha256(encodeUtf8(section.join('\n'))));
    section = [];
  };
  let lines = 0;
  for (const line of stateLines(state)) {
    section.push(line);
    if (section.length === LINES_PER_SECTION) close();
    lines++;
    if (lines % LINES_PER_STEP === 0) yield lines;
  }
  close();
  return toHex(sha256(encodeUtf8(hashes)));
}

/** The hash in one go. */
export function stateHash(state: State, sha256: Sha256): string {
  return runSteps(hashSteps(state, sha256));
}
