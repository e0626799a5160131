/** Parts of the server that are large or rarely used, each loaded with its first request. */
import { version } from './version.ts';

export const DOORS = {
  mcp: async () => (await import('../mcp/http.ts')).createMcpDoor(version()),
  takeTraces: async () => (await import('../otlp/take.ts')).takeTraces,
};
