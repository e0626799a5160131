// The protocol of a witness (C2SP tlog-witness): it cosigns a checkpoint only if that continues the one it cosigned
// before, so whoever sees its cosignature sees the history that everybody sees. It knows the tree's roots and no leaf
// of it.
import { equalBytes, fromBase64, type Sha256, toBase64 } from '../text/bytes.ts';
import { parseCheckpointBody, parseCount, type TreeHead } from './checkpoint.ts';
import { HASH_BYTES } from './merkle.ts';
import { bodyOfNote, openNote, type VerifierKey, type VerifyEd25519 } from './note.ts';
import { verifyConsistency } from './proof.ts';

/** A tree of 2^63 leaves needs no more. */
const MOST_HASHES = 63;

/** A log's request: cosign this note, which continues the tree of `old` leaves, as the hashes prove. */
export interface CheckpointRequest {
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  readonly note: string;
}

export function checkpointRequestText({ old, proof, note }: CheckpointRequest): string {
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/** The request that a text holds, or null. */
function parseCheckpointRequest(text: string): CheckpointRequest | null {
  const border = text.indexOf('\n\n');
  if (border < 0) return null;
  const [first = '', ...hashes] = text.slice(0, border).split('\n');
  const old = first.startsWith('old ') ? parseCount(first.slice('old '.length)) : null;
  if (old === null || hashes.length > MOST_HASHES) return null;
  const proof: Uint8Array[] = [];
  for (const line of hashes) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return null;
    proof.push(hash);
  }
  return { old, proof, note: text.slice(border + 2) };
}

/** The newest tree of a log that the witness cosigned. */
export type Seen = Pick<TreeHead, 'size' | 'root'>;

/** Its answers, by HTTP status; 200: `body` is to be cosigned, once `head` is remembered for good. */
export type WitnessAnswer =
  | { readonly status: 200; readonly head: TreeHead; readonly body: string }
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string }
  | { readonly status: 409; readonly size: number };

export interface WitnessParts {
  readonly sha256: Sha256;
  readonly verify: VerifyEd25519;
  /** The keys of the logs it witnesses. */
  readonly logs: readonly VerifierKey[];
  /** By the log's name; null: none yet. */
  readonly seen: (origin: string) => Seen | null;
}

export function judgeCheckpoint({ sha256, verify, logs, seen }: WitnessParts, text: string): WitnessAnswer {
  const request = parseCheckpointRequest(text);
  if (request === null)
    return refused(
      400,
      'needs `old SIZE`, the hashes of the proof in base64 a line each, an empty line, the checkpoint',
    );
  const { old, proof, note } = request;
  const body = bodyOfNote(note);
  const head = body === null ? null : parseCheckpointBody(body);
  if (body === null || head === null)
    return refused(400, 'the note is no checkpoint: it needs a name, a size and a root, a line each, and a signature');
  const keys = logs.filter(({ name }) => name === head.origin);
  if (keys.length === 0) return refused(404, `the log ${head.origin} is not witnessed here`);
  const opened = openNote(note, keys, verify);
  if (!opened.ok) return refused(403, opened.why);
  if (old > head.size) return refused(400, `old is ${old}, more than the ${head.size} leaves of the checkpoint`);
  const before = seen(head.origin) ?? { size: 0, root: null };
  if (old !== before.size) return { status: 409, size: before.size };
  if (before.root !== null && head.size === before.size && !equalBytes(before.root, head.root))
    return { status: 409, size: before.size };
  const continues =
    before.root === null || before.size === 0
      ? proof.length === 0
      : verifyConsistency(sha256, { from: old, to: head.size, fromRoot: before.root, toRoot: head.root, proof });
  return continues
    ? { status: 200, head, body }
    : refused(422, `the proof does not show that the tree of ${old} is the beginning of that of ${head.size}`);
}

function refused(status: 400 | 403 | 404 | 422, why: string): WitnessAnswer {
  return { status, why };
}
