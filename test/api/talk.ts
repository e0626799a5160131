// Bytes to a server as they are, on a connection of their own.
import { connect } from 'node:net';

const PATIENCE_MS = 1_500;

/** Writes them and reads until the connection is closed, or nothing comes any more. */
export function talkTo(url: string, bytes: string | Buffer, patienceMs = PATIENCE_MS): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.end(), patienceMs).unref();
  });
}
