// Bytes to a server as they are, on a connection of their own.
import { connect } from 'node:net';
import { PATIENCE_MS } from '../patience.ts';

const QUIET_MS = 1_200;
/** Silence is counted in turns of the event loop so far apart: a machine that stands still makes none of them. */
const TURN_MS = 50;

/**
 * Writes them and reads until the connection is closed, or nothing has come for a while after the first answer.
 * @param isCut whether its side of the connection ends behind them
 */
export function talkTo(url: string, bytes: string | Buffer, isCut = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => (isCut ? socket.end(bytes) : socket.write(bytes)));
    let text = '';
    let quietMs = 0;
    const timer = setInterval(() => {
      quietMs += TURN_MS;
      if (quietMs >= (text === '' ? PATIENCE_MS : QUIET_MS)) socket.end();
    }, TURN_MS);
    socket.on('data', (part) => {
      text += part.toString('latin1');
      quietMs = 0;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
  });
}
