/**
 * Limits of requests that are part of the wire contract (wire 9). Beyond them: 414, 431, 413, 40017, 40020, or a closed connection.
 */

export const MAX_REQUEST_LINE = 8 * 1024;
export const MAX_HEADERS = 16 * 1024;
export const MAX_BODY = 256 * 1024;
export const MAX_UPLOAD_BODY = 1024 * 1024;

export const HEADER_TIMEOUT_MS = 10_000;
export const BODY_TIMEOUT_MS = 30_000;
export const KEEP_ALIVE_MS = 65_000;

export const MAX_SYMBOL = 32;
export const MAX_PAGE = 10_000;
