// A process that opens connections, sends each a head and half a megabyte of body, and counts what comes back:
// `node flooder.ts PORT ADDRESSES PER_ADDRESS HEAD`. Prints `{"400": 1998, …}` when all have been answered or cut.
import { connect } from 'node:net';

const [port, addresses, perAddress, head = ''] = process.argv.slice(2);
export const BODY_BYTES = 512 * 1024;

if (port !== undefined) await flood();

async function flood(): Promise<void> {
  const body = Buffer.alloc(BODY_BYTES, 'x');
  const answers: Record<string, number> = {};
  const count = (what: string): unknown => (answers[what] = (answers[what] ?? 0) + 1);
  const one = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const localAddress = `127.0.1.${1 + (number % Number(addresses))}`;
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress });
      socket.once('data', (text) => {
        count(text.toString('latin1').slice('HTTP/1.1 '.length, 12));
        resolve();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve());
      socket.write(head);
      socket.write(body);
    });
  await Promise.all(Array.from({ length: Number(addresses) * Number(perAddress) }, (_, number) => one(number)));
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
}
