/**
 * The public address of this exchange, as a request says it.
 */
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isIn, normalAddress } from '../front/keys/address.ts';

/** The address the caller knows, as far as its request and a trusted proxy say; '' when it names no host. */
export function ownAddress({ headers, socket }: IncomingMessage, trusted: BlockList): string {
  const { host = '', 'x-forwarded-proto': proto, forwarded } = headers;
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)) return '';
  const isProxy = isIn(trusted, normalAddress(socket.remoteAddress ?? ''));
  const isTls = isProxy && (String(proto).endsWith('https') || /proto="?https/i.test(forwarded ?? ''));
  return `${isTls ? 'https' : 'http'}://${host}`;
}
