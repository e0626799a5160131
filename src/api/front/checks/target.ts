/**
 * The target of a request: as it was sent, and as it is routed and signed (docs/api.md, Conventions), which is without
 * host and base path and with one leading slash.
 */
import type { IncomingMessage } from 'node:http';

/** A request whose target was rewritten for routing; the framework calls the one that was sent so. */
type Rewritten = IncomingMessage & { originalUrl?: string };

const SLASH = 47;

/** The target as it is routed. */
export function routedTarget(raw: IncomingMessage, basePath: string): string {
  let target = raw.url ?? '/';
  if (target.charCodeAt(0) !== SLASH) {
    const host = target.indexOf('://');
    const path = host < 0 ? -1 : target.indexOf('/', host + 3);
    target = path < 0 ? `/${target}` : target.slice(path);
  }
  target = collapsed(target);
  if (basePath === '') return target;
  if (!target.startsWith(basePath)) return target;
  const rest = target.slice(basePath.length);
  return rest === '' || rest.charCodeAt(0) === SLASH || rest.startsWith('?')
    ? collapsed(rest.startsWith('/') ? rest : `/${rest}`)
    : target;
}

function collapsed(target: string): string {
  if (target.charCodeAt(1) !== SLASH) return target;
  let start = 1;
  while (target.charCodeAt(start) === SLASH) start++;
  return target.slice(start - 1);
}

/** The target as it was sent. */
export function originalTarget(raw: IncomingMessage): string {
  return (raw as Rewritten).originalUrl ?? raw.url ?? '';
}
