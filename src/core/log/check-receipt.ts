// Checks a receipt offline (docs/ai-log.md 17): strictly parsed, its checkpoint believed by the policy, the entry in
// the tree, the header opened, and, with the body, its values too. What the receipt says beside its proof is trusted as
// far as it opens commitments and no further; what was not checked is named.
import { fromBase64, type Sha256 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { checkpointSignatures, openCheckpoint, type OpenedCheckpoint } from './checkpoint.ts';
import { opens } from './commit.ts';
import { leafHash } from './merkle.ts';
import { type Checked, type Ed25519Signature, type Unsound, unsound, type VerifyEd25519 } from './note.ts';
import { parsePolicy, type Policy } from './policy.ts';
import { verifyInclusion } from './proof.ts';
import { canonical, type ReadEntry, readEntry } from './read-entry.ts';
import { type Opening, openingOf, parseReceipt, type Receipt } from './receipt.ts';
import { parseUpload } from './upload.ts';

/** The hash and signature functions a verifier brings with it. */
export interface Crypto {
  readonly sha256: Sha256;
  readonly verify: VerifyEd25519;
}

export interface ReceiptGiven {
  readonly receipt: string;
  readonly policy: string;
  /** The request body, exactly as it was sent; null: it is not at hand. */
  readonly body: Uint8Array | null;
}

export interface CheckedReceipt extends OpenedCheckpoint {
  readonly index: number;
  readonly kind: string;
  readonly timeMs: number;
  readonly entry: string;
  /** JCS text; null when it was not opened. */
  readonly header: string | null;
  readonly notChecked: readonly string[];
}

/** Parts of a body that have their own commitment, and the whole. */
const BODY_FIELDS = ['body', 'input', 'output', 'explanation'] as const;

/** The checks, in this order: the first that fails is the answer. */
export type ReceiptStep = 'files' | 'signature' | 'tree' | 'entry' | 'header' | 'body';

/** A receipt that does not hold, and where. */
export interface BrokenReceipt extends Unsound {
  readonly step: ReceiptStep;
}

export function checkReceipt(
  crypto: Crypto,
  given: ReceiptGiven,
): (CheckedReceipt & { readonly ok: true }) | BrokenReceipt {
  const read = readGiven(crypto.sha256, given);
  if (!read.ok) return at('files', read);
  const { receipt, policy } = read;
  const opening = openingOf(receipt.extra);
  if (opening === null)
    return at('files', unsound('the extra line of the receipt does not say which entry it is about'));
  const signed = openCheckpoint(receipt.checkpoint, policy, crypto.verify);
  if (!signed.ok) return at('signature', signed);
  const included = checkInclusion(crypto, receipt, policy, encodeUtf8(opening.entry));
  if (!included.ok) return at('tree', included);
  const entry = readEntry(opening.entry);
  if (entry === null) return at('entry', unsound('the entry is not one of this log: JCS of a known kind is needed'));
  const opened = openHeader(crypto.sha256, opening, entry);
  if (!opened.ok) return at('header', opened);
  const wrong = given.body === null ? null : openBody(crypto.sha256, opening, given.body);
  if (wrong !== null) return at('body', unsound(wrong));
  const { head, witnesses } = included;
  const notChecked = [
    ...opened.notChecked,
    ...(given.body === null && entry.kind === 'ailog' ? [NO_BODY] : []),
    ...NEVER,
  ];
  const { index } = receipt;
  const header = opening.header ?? null;
  return {
    ok: true,
    head,
    witnesses,
    index,
    kind: entry.kind,
    timeMs: entry.t,
    entry: opening.entry,
    header,
    notChecked,
  };
}

function at(step: ReceiptStep, { ok, why }: Unsound): BrokenReceipt {
  return { ok, why, step };
}

const NO_BODY = 'the body: it was not given, so what was logged is not opened';
const NEVER = [
  'that the named model produced it, that its inputs were true, that the decision was good',
  'that everybody sees the same log: compare the checkpoint with one you kept, or ask for witnesses',
];

/** The signatures that `checkReceipt` will ask about. */
export function receiptSignatures(sha256: Sha256, given: ReceiptGiven): Ed25519Signature[] {
  const read = readGiven(sha256, given);
  return read.ok ? checkpointSignatures(read.receipt.checkpoint, read.policy) : [];
}

function readGiven(
  sha256: Sha256,
  given: ReceiptGiven,
): Checked<{ readonly receipt: Receipt; readonly policy: Policy }> {
  const policy = parsePolicy(sha256, given.policy);
  if (!policy.ok) return policy;
  const receipt = parseReceipt(given.receipt);
  return receipt.ok ? { ...policy, ...receipt } : receipt;
}

/** Whether the entry is where the receipt says, under a checkpoint that the policy believes. */
export function checkInclusion(
  { sha256, verify }: Crypto,
  { index, proof, checkpoint }: Receipt,
  policy: Policy,
  entry: Uint8Array,
): Checked<OpenedCheckpoint> {
  const opened = openCheckpoint(checkpoint, policy, verify);
  if (!opened.ok) return opened;
  const { size, root } = opened.head;
  const isIn = verifyInclusion(sha256, { index, size, leaf: leafHash(sha256, entry), proof, root });
  return isIn ? opened : unsound(`the entry is not leaf ${index} of the tree of ${size} that the checkpoint names`);
}

function openHeader(
  sha256: Sha256,
  { header, keys }: Opening,
  entry: ReadEntry,
): Checked<{ readonly notChecked: readonly string[] }> {
  if (!('h' in entry)) return { ok: true, notChecked: [] };
  const { h, kind } = entry;
  if (header === undefined) return { ok: true, notChecked: ['the header: the receipt does not have it'] };
  const key = fromBase64(keys?.['header'] ?? '');
  if (key === null || !opens(sha256, h, key, encodeUtf8(header)))
    return unsound('the header is not the one the entry commits to');
  if (canonical(header)?.['kind'] !== kind) return unsound(`the header is not that of an entry of kind ${kind}`);
  return { ok: true, notChecked: [] };
}

/** Why the body is not the one that was logged, or null. */
function openBody(sha256: Sha256, { header, keys }: Opening, body: Uint8Array): string | null {
  const commitments = header === undefined ? null : canonical(header);
  if (commitments?.['kind'] !== 'ailog')
    return 'a body was given, and the receipt has no header of an AI log to hold it against';
  const upload = parseUpload(body);
  if (!upload.ok) return 'the body is no AI log that would have been accepted';
  for (const field of BODY_FIELDS) {
    const slice = field === 'body' ? ([0, body.length] as const) : upload.slices[field];
    const commitment = commitments[field];
    if (slice === null && commitment === null) continue;
    const key = fromBase64(keys?.[field] ?? '');
    const isOpen =
      slice !== null &&
      key !== null &&
      typeof commitment === 'string' &&
      opens(sha256, commitment, key, body.subarray(...slice));
    if (!isOpen) return `the ${field} is not what was logged`;
  }
  return null;
}
