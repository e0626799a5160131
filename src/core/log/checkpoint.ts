// Checkpoints (C2SP tlog-checkpoint): a signed note that says how large a log is and what its root is.
import { fromBase64, type Sha256, toBase64 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { HASH_BYTES } from './merkle.ts';
import { type Checked, type Ed25519Signature, openNote, signaturesOf, unsound, type VerifyEd25519 } from './note.ts';
import { isQuorum, type Policy } from './policy.ts';

/** A tree of the log with this name. */
export interface TreeHead {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

const COUNT = /^(0|[1-9][0-9]{0,15})$/;

/** A count in decimal without leading zeros, below 2^53; else null. */
export function parseCount(text: string): number | null {
  const count = COUNT.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) ? count : null;
}

/** Before whatever is shown of a log whose times, and maybe prices, somebody made up; empty for any other. */
export function rehearsed(origin: string): string {
  return origin.startsWith('rehearsal/') ? 'REHEARSAL: ' : '';
}

/** The note body: what the log's keys sign. */
export function checkpointBody({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** The tree a note body names, or null. Ours has no further lines. */
export function parseCheckpointBody(body: string): TreeHead | null {
  const [origin = '', sizeText = '', rootText = '', ...rest] = body.split('\n');
  const size = parseCount(sizeText);
  const root = fromBase64(rootText);
  if (origin === '' || size === null || root?.length !== HASH_BYTES) return null;
  return rest.length === 1 && rest[0] === '' ? { origin, size, root } : null;
}

/** `<size>.<hash of the note body>`: names a checkpoint, so that whoever quotes it has seen it. */
export function beaconOf(sha256: Sha256, head: TreeHead): string {
  return `${head.size}.${toBase64(sha256(encodeUtf8(checkpointBody(head))))}`;
}

export interface OpenedCheckpoint {
  readonly head: TreeHead;
  /** Names, in the policy, of the witnesses that cosigned it. */
  readonly witnesses: readonly string[];
}

/** Opens a checkpoint of a log the policy knows, cosigned as it demands. */
export function openCheckpoint(text: string, policy: Policy, verify: VerifyEd25519): Checked<OpenedCheckpoint> {
  const note = openNote(text, keysOf(policy), verify);
  if (!note.ok) return note;
  const head = parseCheckpointBody(note.body);
  if (head === null) return unsound('the note is no checkpoint: it needs a name, a size and a root, a line each');
  const { origin } = head;
  const log = note.signers.find((key) => policy.logs.includes(key) && key.name === origin);
  if (log === undefined) return unsound(`no key of the log ${origin} has signed the checkpoint`);
  const witnesses = [...policy.witnesses].flatMap(([name, key]) => (note.signers.includes(key) ? name : []));
  if (!isQuorum(policy, new Set(witnesses)))
    return unsound(`the policy needs ${policy.quorum}, and ${witnesses.join(', ') || 'no witness'} cosigned`);
  return { ok: true, head, witnesses };
}

/** The signatures that `openCheckpoint` will ask about. */
export function checkpointSignatures(text: string, policy: Policy): Ed25519Signature[] {
  return signaturesOf(text, keysOf(policy));
}

function keysOf({ logs, witnesses }: Policy) {
  return [...logs, ...witnesses.values()];
}
