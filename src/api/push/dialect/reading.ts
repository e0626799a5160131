/** Readers of messages, shared by all dialects. */
import { type JsonObject, memberOf } from '../../../core/text/scan.ts';

/** The text of a string or number of a message; null when it has no such field. */
export function textOf(message: JsonObject, name: string): string | null {
  const node = memberOf(message, name);
  if (node?.kind === 'string') return node.value === '' ? null : node.value;
  return node?.kind === 'number' ? node.literal : null;
}
