/** The dialects of the sockets, and where they are reached. */
import type { DialectName, Door, SocketDialect } from './dialect/dialect.ts';
import { V3_SOCKETS } from '../v3/push/speech.ts';
import { V2_SOCKETS } from './v2/speech.ts';

export const SOCKET_DIALECTS: Readonly<Record<DialectName, SocketDialect>> = { v2: V2_SOCKETS, v3: V3_SOCKETS };

/** Something for each dialect. */
export function mapOf<Of>(make: (dialect: SocketDialect) => Of): Readonly<Record<DialectName, Of>> {
  const made = Object.values(SOCKET_DIALECTS).map((dialect) => [dialect.name, make(dialect)]);
  return Object.fromEntries(made) as Record<DialectName, Of>;
}

/** Every path of a socket. */
export const DOORS: readonly Door[] = Object.values(SOCKET_DIALECTS).flatMap(({ doors }) => doors);

/** The door at a path. */
export function doorAt(path: string): Door | undefined {
  return DOORS.find((door) => door.path === path);
}
