/**
 * Limits of requests that are part of the wire contract (docs/api.md, Sizes and times). Beyond them: 414, 431, 413,
 * 40017, 40020, or a closed connection.
 */

export const MAX_REQUEST_LINE = 8 * 1024;
export const MAX_HEADERS = 16 * 1024;
export const MAX_BODY = 256 * 1024;
export const MAX_UPLOAD_BODY = 1024 * 1024;

export const HEADER_TIMEOUT_MS = 10_000;
export const BODY_TIMEOUT_MS = 30_000;
export const KEEP_ALIVE_MS = 65_000;

/** How often open connections are looked at. */
const CHECK_INTERVAL_MS = 1_000;
/** These times as the settings of a server, for every listener: without them half a request holds its connection. */
export const SERVER_TIMES = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: HEADER_TIMEOUT_MS + BODY_TIMEOUT_MS,
} as const;
export const PARSER_TIMES = {
  headersTimeout: HEADER_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
} as const;

export const MAX_PAGE = 10_000;
