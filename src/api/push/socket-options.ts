/**
 * How frames are read (docs/push.md): how long a message may be, that nothing is compressed, and that a connection that
 * breaks the protocol ends with the code that says so.
 */
import type { ServerOptions } from 'ws';

/** The longest message of a subscriber, and of a session: a batch of 20 orders with all their fields fits. */
const MOST_PUBLIC = 4 * 1024;
const MOST_PRIVATE = 16 * 1024;
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

export const SOCKET_OPTIONS: Readonly<Record<'public' | 'private', ServerOptions>> = {
  public: { ...usual, ...bounds, maxPayload: MOST_PUBLIC, handleProtocols: () => false },
  private: {
    ...usual,
    ...bounds,
    maxPayload: MOST_PRIVATE,
    handleProtocols: (offered) => (offered.has(LOGIN_PROTOCOL) ? LOGIN_PROTOCOL : false),
  },
};
