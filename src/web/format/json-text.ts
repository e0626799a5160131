/**
 * JSON as it was sent, broken into lines: numbers keep every digit, keys stay what they are, `__proto__` among them.
 * Anything the scanner does not take, such as a key given twice, is shown as the bytes it is.
 */
import { type JsonNode, scan, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { maskSecrets } from '../../core/text/secret.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';

/** More than any body may hold: what is shown has been accepted already. */
const LIMITS = { ...UPLOAD_LIMITS, values: 200_000, numberLength: 1_000 };

/** @param hides whether what looks like a credential is shown as stars */
export function jsonText(text: string, hides = false): string {
  const bytes = hides ? maskSecrets(encodeUtf8(text)) : encodeUtf8(text);
  const read = scan(bytes, LIMITS);
  const sent = (from: number, to: number): string => new TextDecoder().decode(bytes.subarray(from, to));
  return read.ok ? written(read.root, sent, '') : sent(0, bytes.length);
}

/** A text with stars over what looks like a credential. */
export function withoutSecrets(text: string): string {
  return new TextDecoder().decode(maskSecrets(encodeUtf8(text)));
}

function written(node: JsonNode, sent: (from: number, to: number) => string, indent: string): string {
  const inner = `${indent}  `;
  if (node.kind === 'object') {
    if (node.members.length === 0) return '{}';
    const members = node.members.map(
      ({ key, value }) => `${inner}${JSON.stringify(key)}: ${written(value, sent, inner)}`,
    );
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  if (node.kind === 'array') {
    if (node.items.length === 0) return '[]';
    return `[\n${node.items.map((item) => inner + written(item, sent, inner)).join(',\n')}\n${indent}]`;
  }
  return sent(node.start, node.end);
}
