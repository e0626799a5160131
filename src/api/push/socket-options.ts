/**
 * How frames are read (docs/push.md): how long a message may be, that nothing is compressed, and that a connection that
 * breaks the protocol ends with the code that says so.
 */
import type { ServerOptions } from 'ws';

/** The subprotocol of private connections without headers. */
export const LOGIN_PROTOCOL = 'outcry.login';

/** Pieces of one message, and of what was read of an incomplete frame. */
const MOST_PIECES = 64;
const MOST_CHUNKS = 1024;
/** How long the other side may take to say goodbye. */
const CLOSE_MS = 2_000;

const usual: ServerOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  // The peer answers, and counts.
  autoPong: false,
};

// The library reads them; its types don't know them yet.
const bounds = { maxFragments: MOST_PIECES, maxBufferedChunks: MOST_CHUNKS, closeTimeout: CLOSE_MS };

/** @param longest the longest message, in bytes */
export function socketOptions(side: 'public' | 'private', longest: number): ServerOptions {
  const handleProtocols = (offered: Set<string>): string | false =>
    side === 'private' && offered.has(LOGIN_PROTOCOL) ? LOGIN_PROTOCOL : false;
  return { ...usual, ...bounds, maxPayload: longest, handleProtocols };
}
