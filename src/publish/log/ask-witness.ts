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

export interface Asking {
  /** This is the newest tree. */
  publish(tree: PublishedTree): void;
  stop(): void;
}

export function askWitness({ witness, verify, proof, cosigned, say }: AskParts): Asking {
  const { key, url, name } = witness;
  const stopping = new AbortController();
  let wanted: PublishedTree | null = null;
  let isAsking = false;
  let failures = 0;
  /** How many leaves it has cosigned, as far as is known. */
  let known = 0;
  let timer: Timer | undefined;

  const post = async (tree: PublishedTree, old: number): Promise<Response> => {
    const hashes = old === 0 || old >= tree.size ? [] : await proof(old, tree.size);
    return fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: checkpointRequestText({ old, proof: hashes, note: tree.note }),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]),
      redirect: 'error',
    });
  };

  const ask = async (tree: PublishedTree): Promise<void> => {
    let response = await post(tree, known);
    if (response.status === REFUSED_SIZE) {
      const size = parseCount((await textOf(response)).trimEnd());
      if (size === null || size === known) throw new Error(`the witness ${name} answers 409 without another size`);
      if (size > tree.size)
        throw new Error(
          `the witness ${name} has cosigned ${size} leaves of this log, which has ${tree.size}: leaves that were signed ` +
            'are lost, or another exchange publishes under this name',
        );
      known = size;
      response = await post(tree, known);
    }
    const text = await textOf(response);
    if (!response.ok)
      throw new Error(`the witness ${name} answers ${response.status}: ${text.slice(0, 200).trimEnd()}`);
    const body = tree.note.slice(0, tree.note.lastIndexOf('\n\n') + 1);
    const opened = openNote(`${body}\n${text}`, [key], verify);
    if (!opened.ok) throw new Error(`the witness ${name} answers what is no cosignature of its key: ${opened.why}`);
    known = tree.size;
    await cosigned(tree, ownLines(text, key));
  };

  const turn = async (): Promise<void> => {
    const tree = wanted;
    if (tree === null || isAsking || stopping.signal.aborted) return;
    [wanted, isAsking] = [null, true];
    try {
      if (!openNote(tree.note, [key], verify).ok) await ask(tree);
      failures = 0;
      say(null);
    } catch (error) {
      wanted ??= tree;
      failures++;
      if (!stopping.signal.aborted) say(reasonOf(error, name));
    }
    isAsking = false;
    const wait = failures === 0 ? 0 : Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** (failures - 1));
    if (wanted !== null && !stopping.signal.aborted) timer = machine.after(wait, () => void turn()).unref();
  };

  return {
    publish(tree) {
      wanted = tree;
      if (failures === 0) void turn();
    },
    stop() {
      stopping.abort();
      timer?.cancel();
    },
  };
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
