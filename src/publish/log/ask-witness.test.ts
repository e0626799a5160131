// A witness that lies, fails or is slow: nothing of it is published, and it is asked again about the newest tree.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from '../../../test/patience.ts';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { checkpointBody } from '../../core/log/checkpoint.ts';
import { cosignatureLine, cosignedText, parseVerifierKey, verifierKeyText } from '../../core/log/note.ts';
import { sha256 } from '../../store/sha256.ts';
import { WitnessAsker } from './ask-witness.ts';

const pair = generateKeyPairSync('ed25519');
const raw = new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
const key = parseVerifierKey(sha256, verifierKeyText(sha256, 'w.example', 'cosignature', raw))!;
const treeOf = (size: number) => {
  const body = checkpointBody({ origin: 'log.example', size, root: new Uint8Array(32).fill(size) });
  return {
    origin: 'log.example',
    size,
    root: new Uint8Array(32).fill(size),
    note: `${body}\n— log.example AAAAAAAA\n`,
  };
};
/** The line of a witness that signs whatever it gets. */
const lineFor = (request: string): string => {
  const note = request.slice(request.indexOf('\n\n') + 2);
  const body = note.slice(0, note.lastIndexOf('\n\n') + 1);
  return cosignatureLine(key, 1n, sign(null, Buffer.from(cosignedText(body, 1n)), pair.privateKey));
};

const requests: string[] = [];
let answer: (request: string) => { status: number; text: string };
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    requests.push(text);
    const given = answer(text);
    response.writeHead(given.status).end(given.text);
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  ['garbage', () => ({ status: 200, text: 'x\n' }), 'no cosignature'],
  ['nothing', () => ({ status: 200, text: '' }), 'no cosignature'],
  ['the line of another note', () => ({ status: 200, text: lineFor(`\n\n${treeOf(9).note}`) }), 'no cosignature'],
  ['a fault', () => ({ status: 500, text: 'sorry' }), 'answers 500: sorry'],
  ['a conflict without a size', () => ({ status: 409, text: 'x' }), '409 without another size'],
  ['more than there is', () => ({ status: 409, text: '8\n' }), 'has cosigned 8 leaves of this log, which has 3'],
  ['megabytes', () => ({ status: 200, text: 'x'.repeat(1_000_000) }), 'more than 4096 bytes'],
] as const)('%s is not published, and told', async (_, says, why) => {
  answer = says;
  const said: (string | null)[] = [];
  const lines: string[] = [];
  const { port } = server.address() as AddressInfo;
  const asking = new WitnessAsker({
    witness: { name: 'w', key, url: `http://127.0.0.1:${port}/` },
    verify: verifyEd25519,
    proof: async (from, size) => [new Uint8Array(32).fill(from), new Uint8Array(32).fill(size)],
    cosigned: async ({ size }, line) => void lines.push(`${size} ${line}`),
    say: (text) => said.push(text),
  });
  asking.publish(treeOf(3));
  await asked(
    () => said,
    (found) => found.length > 0,
  );
  expect([said[0], lines]).toEqual([expect.stringContaining(why), []]);
  // It comes to its senses: the newest tree is asked about, with a proof from what it saw.
  answer = (request) =>
    request.startsWith('old 2\n') ? { status: 200, text: lineFor(request) } : { status: 409, text: '2\n' };
  asking.publish(treeOf(4));
  asking.publish(treeOf(5));
  await asked(
    () => lines,
    (found) => found.length > 0,
  );
  expect(lines).toEqual([expect.stringMatching(/^5 — w\.example .*\n$/)]);
  expect(said.at(-1)).toBeNull();
  expect(requests.at(-1)!.split('\n').slice(0, 4)).toEqual(['old 2', expect.any(String), expect.any(String), '']);
  asking.stop();
});
