/**
 * Senders according to proxies: the lists of `X-Forwarded-For`, in all forms it is written in, and of `Forwarded`
 * (RFC 7239), nearest hop last. Only reads; who is believed is decided in `address.ts`.
 */
import { isIP } from 'node:net';
import { type Hop, normalAddress } from '../keys/address.ts';

const PORT = '(?::(?:\\d{1,5}|_[A-Za-z0-9._-]+))?';
const IN_BRACKETS = new RegExp(`^\\[([^\\]]+)\\]${PORT}$`);
const WITH_PORT = new RegExp(`^([^:\\[\\]]+)${PORT}$`);
const HIDDEN = /^(unknown|_[A-Za-z0-9._-]+)$/i;

export function hopsOfList(header: string): Hop[] {
  return elementsOf(header, ',').map((entry) => hopOf(unquoted(entry), entry));
}

export function hopsOfForwarded(header: string): Hop[] {
  return elementsOf(header, ',').map((element) => {
    const pair = elementsOf(element, ';').find((one) => /^for\s*=/i.test(one));
    return pair === undefined
      ? { unreadable: element }
      : hopOf(unquoted(pair.slice(pair.indexOf('=') + 1).trim()), element);
  });
}

/** @param node without quotes. @param entry as it was sent */
function hopOf(node: string, entry: string): Hop {
  const named = isIP(node) === 6 ? node : (IN_BRACKETS.exec(node)?.[1] ?? WITH_PORT.exec(node)?.[1] ?? '');
  const address = normalAddress(named);
  if (isIP(address) !== 0) return { address };
  return HIDDEN.test(named) ? { address: null } : { unreadable: entry };
}

/**
 * Parts between separators that are not within quotes, trimmed; empty ones are none (RFC 9110, 5.6.1). A quote that is
 * never closed quotes nothing: a client may write one in front of what a proxy then adds.
 */
function elementsOf(text: string, separator: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at);
    if (one === separator && !isQuoted) parts.push('');
    else {
      parts[parts.length - 1] += one;
      if (one === '"') isQuoted = !isQuoted;
      else if (one === '\\' && isQuoted) parts[parts.length - 1] += text.charAt(++at);
    }
  }
  return (isQuoted ? text.split(separator) : parts).map((part) => part.trim()).filter((part) => part !== '');
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}
