// Receipts (C2SP tlog-proof): proof that an entry is in the log, in a file that can be checked without the log. It has
// the leaf's index, the hashes to the root, a checkpoint, and beside them, unsigned, what opens the entry.
import { fromBase64, toBase64 } from '../text/bytes.ts';
import { canonicalBytes } from '../text/canonical.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { parseCount } from './checkpoint.ts';
import { HASH_BYTES } from './merkle.ts';
import { type Checked, unsound } from './note.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

/** The content that opens an entry; for one whose header is gone or was public, only the entry itself. */
export type Opening = {
  readonly entry: string;
  readonly header?: string;
  /** Field keys, base64. */
  readonly keys?: Readonly<Record<string, string>>;
};

export interface Receipt {
  readonly extra: Uint8Array | null;
  readonly index: number;
  readonly proof: readonly Uint8Array[];
  /** The checkpoint as it was served. */
  readonly checkpoint: string;
}

export function receiptText({
  opening,
  index,
  proof,
  checkpoint,
}: Pick<Receipt, 'index' | 'proof' | 'checkpoint'> & { readonly opening: Opening }): string {
  const hashes = proof.map((hash) => `${toBase64(hash)}\n`).join('');
  return `${FIRST_LINE}\nextra ${toBase64(canonicalBytes(opening))}\nindex ${index}\n${hashes}\n${checkpoint}`;
}

export function parseReceipt(text: string): Checked<{ readonly receipt: Receipt }> {
  const border = text.indexOf('\n\n');
  if (border < 0) return unsound('the receipt has no empty line before its checkpoint');
  const lines = text.slice(0, border).split('\n');
  if (lines.shift() !== FIRST_LINE) return unsound(`the receipt does not begin with ${FIRST_LINE}`);
  let extra: Uint8Array | null = null;
  if (lines[0]?.startsWith('extra ') === true) {
    extra = fromBase64((lines.shift() as string).slice('extra '.length));
    if (extra === null) return unsound('the extra line of the receipt is not base64');
  }
  const index = parseCount(/^index (.+)$/.exec(lines.shift() ?? '')?.[1] ?? '');
  if (index === null) return unsound('the receipt has no index line, or one that is no index');
  const proof: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return unsound(`'${line.slice(0, 60)}' is no hash`);
    proof.push(hash);
  }
  return { ok: true, receipt: { extra, index, proof, checkpoint: text.slice(border + 2) } };
}

/** The opening that the extra data of a receipt holds, or null. */
export function openingOf(extra: Uint8Array | null): Opening | null {
  const value = extra === null ? null : parsed(decodeUtf8(extra));
  if (value === null || typeof value['entry'] !== 'string') return null;
  const { entry, header, keys } = value;
  if (header === undefined && keys === undefined) return { entry };
  if (typeof header !== 'string' || typeof keys !== 'object' || keys === null) return null;
  if (!Object.values(keys).every((key) => typeof key === 'string')) return null;
  return { entry, header, keys: keys as Readonly<Record<string, string>> };
}

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
