/**
 * Asks a witness to cosign what was published (C2SP tlog-witness): the newest checkpoint, one request in flight.
 * Nothing waits for it; one that is away is asked again later, and then for the newest only.
 */
import type { PublishedTree } from '../../api/call/deps.ts';
import { parseCount } from '../../core/log/checkpoint.ts';
import { openNote, type VerifierKey, type VerifyEd25519 } from '../../core/log/note.ts';
import { checkpointRequestText } from '../../core/log/witness.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

const ANSWER_MS = 5_000;
const LEAST_WAIT_MS = 1_000;
const MOST_WAIT_MS = 60_000;
/** More isn't a witness's answer. */
const MOST_TEXT = 4_096;
const REFUSED_SIZE = 409;

export interface AskedWitness {
  /** Its name in the policy. */
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string;
}

export interface AskParts {
  readonly witness: AskedWitness;
  readonly verify: VerifyEd25519;
  /** Hashes that prove the smaller tree a beginning of the larger. */
  readonly proof: (from: number, size: number) => Promise<readonly Uint8Array[]>;
  readonly cosigned: (tree: PublishedTree, line: string) => Promise<void>;
  /** Why it cosigns nothing now; null: it does. Told when that changes. */
  readonly say: (why: string | null) => void;
}

export class WitnessAsker {
  readonly #parts: AskParts;
  readonly #stopping = new AbortController();
  #wanted: PublishedTree | null = null;
  #isAsking = false;
  #failures = 0;
  /** How many leaves it has cosigned, as far as is known. */
  #known = 0;
  #timer: Timer | undefined;

  constructor(parts: AskParts) {
    this.#parts = parts;
  }

  /** This is the newest tree. */
  publish(tree: PublishedTree): void {
    this.#wanted = tree;
    if (this.#failures === 0) void this.#turn();
  }

  stop(): void {
    this.#stopping.abort();
    this.#timer?.cancel();
  }

  async #post(tree: PublishedTree, old: number): Promise<Response> {
    const { proof, witness } = this.#parts;
    const hashes = old === 0 || old >= tree.size ? [] : await proof(old, tree.size);
    return fetch(`${witness.url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: checkpointRequestText({ old, proof: hashes, note: tree.note }),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
      redirect: 'error',
    });
  }

  async #ask(tree: PublishedTree): Promise<void> {
    const { witness, verify, cosigned } = this.#parts;
    const { key, name } = witness;
    let response = await this.#post(tree, this.#known);
    if (response.status === REFUSED_SIZE) {
      const size = parseCount((await textOf(response)).trimEnd());
      if (size === null || size === this.#known)
        throw new Error(`the witness ${name} answers 409 without another size`);
      if (size > tree.size)
        throw new Error(
          `the witness ${name} has cosigned ${size} leaves of this log, which has ${tree.size}: leaves that were signed ` +
            'are lost, or another exchange publishes under this name',
        );
      this.#known = size;
      response = await this.#post(tree, size);
    }
    const text = await textOf(response);
    if (!response.ok)
      throw new Error(`the witness ${name} answers ${response.status}: ${text.slice(0, 200).trimEnd()}`);
    const body = tree.note.slice(0, tree.note.lastIndexOf('\n\n') + 1);
    const opened = openNote(`${body}\n${text}`, [key], verify);
    if (!opened.ok) throw new Error(`the witness ${name} answers what is no cosignature of its key: ${opened.why}`);
    this.#known = tree.size;
    await cosigned(tree, ownLines(text, key));
  }

  async #turn(): Promise<void> {
    const { witness, verify, say } = this.#parts;
    const { signal } = this.#stopping;
    const tree = this.#wanted;
    if (tree === null || this.#isAsking || signal.aborted) return;
    this.#wanted = null;
    this.#isAsking = true;
    try {
      if (!openNote(tree.note, [witness.key], verify).ok) await this.#ask(tree);
      this.#failures = 0;
      say(null);
    } catch (error) {
      this.#wanted ??= tree;
      this.#failures++;
      if (!signal.aborted) say(reasonOf(error, witness.name));
    }
    this.#isAsking = false;
    const failures = this.#failures;
    const waitMs = failures === 0 ? 0 : Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** (failures - 1));
    if (this.#wanted !== null && !signal.aborted) this.#timer = machine.after(waitMs, () => void this.#turn()).unref();
  }
}

/** The lines of its key: whatever else it says is not published. */
function ownLines(text: string, { name }: VerifierKey): string {
  const lines = text.split('\n').filter((line) => line.startsWith(`— ${name} `));
  return lines
    .slice(0, 1)
    .map((line) => `${line}\n`)
    .join('');
}

/** Reads no more than a witness has to say. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MOST_TEXT) throw new Error(`the answer of a witness has more than ${MOST_TEXT} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? `the witness ${name} can not be reached: ${error.cause.message}`
    : error.message;
}
