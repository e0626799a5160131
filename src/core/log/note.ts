// Signed notes (C2SP signed-note, tlog-cosignature): a text, an empty line, and a line for each signature. Strict both
// ways: what a note may not hold is refused, and one wrong signature of a known key spoils it, even beside a good one.
// Ed25519 is an argument, as SHA-256 is. Where it only answers later, as in a browser, `signaturesOf` says which ones
// to ask for first.
import { concatBytes, fromBase64, type Sha256, toBase64, toHex } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';

/** The form a key signs in: `note` the text as it is; `cosignature` the text and when the signer, a witness, saw it. */
export type Signing = 'note' | 'cosignature';

export interface VerifierKey {
  readonly name: string;
  /** Eight digits of hex. */
  readonly id: string;
  readonly signing: Signing;
  readonly publicKey: Uint8Array;
}

/** One signature; `VerifyEd25519` says whether it is right. */
export interface Ed25519Signature {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

export type VerifyEd25519 = (signature: Ed25519Signature) => boolean;

/** The outcome of a check: sound, with its result, or why not, in words. */
export type Checked<T> = ({ readonly ok: true } & T) | Unsound;
export interface Unsound {
  readonly ok: false;
  readonly why: string;
}

export function unsound(why: string): Unsound {
  return { ok: false, why };
}

const ALGORITHMS: Readonly<Record<Signing, number>> = { note: 1, cosignature: 4 };
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
const ID_BYTES = 4;
const KEY_NAME = /^[^\s+\p{Zs}]+$/u;
const VERIFIER_KEY = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/;
const SIGNATURE_LINE = /^— ([^ ]+) ([A-Za-z0-9+/]+=*)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\0-\x09\x0b-\x1f\x7f]/;

/** `name+id+key`: the public key of a note's signer, with its name and the id its signatures begin with. */
export function verifierKeyText(sha256: Sha256, name: string, signing: Signing, publicKey: Uint8Array): string {
  const key = concatBytes(Uint8Array.of(ALGORITHMS[signing]), publicKey);
  return `${name}+${keyId(sha256, name, key)}+${toBase64(key)}`;
}

/** The key that a text holds, or null. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | null {
  const [, name = '', id = '', encoded = ''] = VERIFIER_KEY.exec(text) ?? [];
  const key = fromBase64(encoded);
  if (!KEY_NAME.test(name) || key?.length !== 1 + PUBLIC_KEY_BYTES || keyId(sha256, name, key) !== id) return null;
  const signing = (['note', 'cosignature'] as const).find((one) => ALGORITHMS[one] === key[0]);
  return signing === undefined ? null : { name, id, signing, publicKey: key.slice(1) };
}

function keyId(sha256: Sha256, name: string, key: Uint8Array): string {
  return toHex(sha256(concatBytes(encodeUtf8(`${name}\n`), key)).subarray(0, ID_BYTES));
}

/** A line that says that `key` signed, for the end of a note. */
export function signatureLine({ name, id }: VerifierKey, signature: Uint8Array): string {
  const bytes = ID_BYTES * 2;
  const idBytes = Uint8Array.from({ length: ID_BYTES }, (_, at) => Number(`0x${id.slice(at * 2, at * 2 + 2)}`));
  return `— ${name} ${id.length === bytes ? toBase64(concatBytes(idBytes, signature)) : ''}\n`;
}

interface SignatureLine {
  readonly name: string;
  readonly id: string;
  readonly signature: Uint8Array;
}

interface Note {
  /** With its last newline. */
  readonly body: string;
  readonly lines: readonly SignatureLine[];
}

function parseNote(text: string): Checked<Note> {
  if (CONTROL.test(text) || !text.isWellFormed()) return unsound('the note has a control character');
  const border = text.lastIndexOf('\n\n');
  if (border < 1) return unsound('the note has no empty line before its signatures');
  if (!text.endsWith('\n') || border + 2 === text.length) return unsound('the note does not end with a signature line');
  const lines: SignatureLine[] = [];
  for (const line of text.slice(border + 2, -1).split('\n')) {
    const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (!KEY_NAME.test(name) || bytes === null || bytes.length <= ID_BYTES)
      return unsound(`'${line.slice(0, 100)}' is no signature line`);
    lines.push({ name, id: toHex(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) });
  }
  return { ok: true, body: text.slice(0, border + 1), lines };
}

/** A line of a known key, and what has to be right about it; null when it can't be. */
interface KnownSignature {
  readonly key: VerifierKey;
  readonly signature: Ed25519Signature | null;
}

function knownSignatures({ body, lines }: Note, keys: readonly VerifierKey[]): KnownSignature[] {
  return lines.flatMap((line) => {
    const key = keys.find(({ name, id }) => name === line.name && id === line.id);
    return key === undefined ? [] : { key, signature: toVerify(body, line.signature, key) };
  });
}

function toVerify(body: string, bytes: Uint8Array, { signing, publicKey }: VerifierKey): Ed25519Signature | null {
  const timeBytes = signing === 'cosignature' ? TIME_BYTES : 0;
  if (bytes.length !== timeBytes + SIGNATURE_BYTES) return null;
  const seconds = bytes.subarray(0, timeBytes).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const message = encodeUtf8(signing === 'note' ? body : cosignedText(body, seconds));
  return { publicKey, message, signature: bytes.slice(timeBytes) };
}

/** The bytes a witness signs: the text of the note, and when it saw it, in seconds since 1970. */
export function cosignedText(body: string, seconds: bigint): string {
  return `cosignature/v1\ntime ${seconds}\n${body}`;
}

/** The line a witness adds to a note. */
export function cosignatureLine(key: VerifierKey, seconds: bigint, signature: Uint8Array): string {
  const time = Uint8Array.from({ length: TIME_BYTES }, (_, at) => Number((seconds >> BigInt(56 - 8 * at)) & 255n));
  return signatureLine(key, concatBytes(time, signature));
}

/** The text of a note, whoever has signed it; null: it isn't a note. */
export function bodyOfNote(text: string): string | null {
  const note = parseNote(text);
  return note.ok ? note.body : null;
}

/** The signatures that `openNote` will ask about; none when the text isn't a note. */
export function signaturesOf(text: string, keys: readonly VerifierKey[]): Ed25519Signature[] {
  const note = parseNote(text);
  if (!note.ok) return [];
  return knownSignatures(note, keys).flatMap(({ signature }) => signature ?? []);
}

export interface OpenedNote {
  readonly body: string;
  /** The known keys that signed it, each once. */
  readonly signers: readonly VerifierKey[];
}

/** Opens a note that at least one of the keys has signed, and none wrongly. Signatures of unknown keys say nothing. */
export function openNote(text: string, keys: readonly VerifierKey[], verify: VerifyEd25519): Checked<OpenedNote> {
  const note = parseNote(text);
  if (!note.ok) return note;
  const known = knownSignatures(note, keys);
  if (known.length === 0) return unsound('no known key has signed the note');
  const wrong = known.find(({ signature }) => signature === null || !verify(signature));
  if (wrong !== undefined) return unsound(`the signature of ${wrong.key.name} is wrong`);
  return { ok: true, body: note.body, signers: [...new Set(known.map(({ key }) => key))] };
}
