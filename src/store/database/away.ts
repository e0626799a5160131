/**
 * Errors that say that the database is away: not that it refuses the request, but that it can't be asked now. The same
 * question or write may succeed a moment later, and is tried again (presence.ts). Anything else is a fault.
 *
 * Where a lost sync may have lost earlier writes, trying again on the same file would build on that loss: such an error
 * of SQLite is never "away", and ends the store's thread instead.
 */
import { DatabaseTaken } from '../errors.ts';

/**
 * SQLSTATE classes: connections (08), resources and a full disk (53), operator intervention such as a shutdown or a
 * time-out (57), and errors of the system, such as a disk (58).
 */
const POSTGRES_CLASSES = new Set(['08', '53', '57', '58']);

/**
 * Serialization, deadlock, a lock not granted in time, an idle transaction ended, a server that is read-only (a standby
 * that has not taken over yet).
 */
const POSTGRES_CODES = new Set(['40001', '40P01', '55P03', '25P03', '25P04', '25006']);

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
]);

/** Messages from the driver that have no code. */
const DRIVER_SAYS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Postgres connection has been discarded)/;

const [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN] = [5, 6, 10, 13, 14];
const SQLITE_AWAY = new Set([SQLITE_BUSY, SQLITE_LOCKED, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN]);
/** SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_CORRUPTFS. */
const SQLITE_NEVER = new Set([1034, 1290, 8458]);

interface Coded {
  readonly code?: unknown;
  readonly errcode?: unknown;
}

export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseTaken) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isAway);
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Coded;
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number')
    return SQLITE_AWAY.has(errcode & 0xff) && !SQLITE_NEVER.has(errcode);
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || POSTGRES_CODES.has(code))) return true;
  if (typeof code === 'string' && code.length === 5 && POSTGRES_CLASSES.has(code.slice(0, 2))) return true;
  return DRIVER_SAYS.test(error.message);
}
