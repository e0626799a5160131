/**
 * Hostile WebSockets, public and private, of v2 and of v3: messages with something wrong in them, frames no library
 * would send, readers who read nothing, logins and handshakes that are not what they say, and thousands opened and
 * dropped. Beside them an account does nothing and must not notice, and the memory of the exchange stays where it was.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '../../src/api/v2/index.ts';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder, type Ready } from '../cli/process.ts';
import { openAccount, startKillable } from '../crash/killable.ts';
import { INSIDE, judgeStop, judgeTrading, parse } from './judge.ts';
import { hostileBody, hostileValue, pick } from './mutate.ts';
import { judgeState, seenBy } from './on-requests.ts';
import { frameOf, openRaw, type RawSocket } from './raw-socket.ts';
import type { Report } from './report.ts';
import { type Tongue, TONGUES } from './tongues.ts';

const AT_ONCE = 8;
const HANG_MS = 60_000;
/** A frame of which the rest never comes swallows what follows; the exchange's unanswered pings end it. */
const PING_MS = 1_000;
const MESSAGES = 20;
/** Readers that never read, at most. */
const STALLED = 40;
/** By so much the memory of a process may have grown after the first hundred connections. */
const MOST_GROWTH_MB = 400;

/** What a connection may end with: our own codes, those of the protocol, and a connection that was cut. */
const CODES = [1000, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 4000, 4001, 4008];

const OPERATIONS = ['placeOrder', 'cancel_order', 'batchOrders', 'cancel_batch_orders', 'cancelAllOrders', 'leverage'];

interface Part {
  readonly random: Random;
  readonly report: Report;
  readonly ready: Ready;
  readonly who: Account;
  readonly stalled: RawSocket[];
  readonly untilMs: number;
}

/** @param churn connections that are opened and dropped on the way */
export async function attackSockets(random: Random, report: Report, budgetMs: number, churn: number): Promise<void> {
  const data = newFolder();
  const { ready, stop, child } = await startKillable(data, '--ws-ping-ms', String(PING_MS));
  const token = readFileSync(join(data, 'admin-token'), 'utf8');
  const who = await openAccount(ready, token);
  const bystander = await openAccount(ready, token);
  const before = await seenBy(ready, bystander);
  const part: Part = { random, report, ready, who, stalled: [], untilMs: performance.now() + budgetMs };
  await dropMany(part, Math.min(100, churn));
  const memoryMb = residentMb(child.pid ?? 0);
  await Promise.all(Array.from({ length: AT_ONCE }, () => talkOn(part)));
  await dropMany(part, churn);
  for (const socket of part.stalled) socket.drop();
  if (child.exitCode !== null) return report.found(`the exchange ended with ${child.exitCode} under hostile sockets`);
  const after = await seenBy(ready, bystander);
  if (after !== before) report.found(`the bystander of the sockets saw ${before} before and ${after} after`);
  const grownMb = residentMb(child.pid ?? 0) - memoryMb;
  report.count('MB the memory grew by under sockets', Math.max(0, grownMb));
  if (grownMb > MOST_GROWTH_MB) report.found(`the memory grew by ${grownMb} MB under hostile sockets`);
  await judgeState(data, report);
  const wrong = judgeStop(await stop());
  if (wrong !== null) report.found(`after hostile sockets: ${wrong}`);
}

function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb ?? 0) / 1024);
}

async function talkOn(part: Part): Promise<void> {
  do await talk(part);
  while (performance.now() < part.untilMs);
}

/** One connection: a handshake, good or bad; if it is let in some messages, and a question whether it still lives. */
async function talk(part: Part): Promise<void> {
  const { random, report, ready } = part;
  const isPrivate = random.below(2) === 0;
  const tongue = pick(random, TONGUES);
  const path = pick(random, tongue[isPrivate ? 'private' : 'public']);
  const socket = await openRaw(ready.url, path, handshake(part, tongue, isPrivate), HANG_MS);
  report.count(`WebSocket handshakes of ${tongue.name}`);
  if (socket === null) return report.found('a handshake got neither an upgrade nor an answer');
  if ('status' in socket) {
    report.count('  not let in');
    const wrong = judgeTrading(socket);
    return wrong === null ? undefined : report.found(`${wrong}, to a handshake`);
  }
  for (let message = random.below(MESSAGES); message >= 0 && socket.closed === null; message--) {
    const { bytes, isWhole } = hostileMessage(part, tongue, isPrivate);
    report.count('hostile WebSocket messages');
    socket.write(bytes);
    if (!isWhole) break;
  }
  if (random.below(20) === 0 && part.stalled.length < STALLED) return stall(part, tongue, socket, isPrivate);
  await judgeSocket(part, tongue, socket);
  socket.drop();
}

/** It listens to everything it may and reads nothing of it. */
function stall({ report, stalled }: Part, tongue: Tongue, socket: RawSocket, isPrivate: boolean): void {
  for (const channel of tongue.channels)
    if (tongue.isPublic(channel) !== isPrivate) socket.write(textFrame(tongue.subscription('subscribe', channel)));
  socket.stopReading();
  stalled.push(socket);
  report.count('WebSockets that read nothing');
}

/** Whatever was said, it answers a question or has ended with a code that means something; what it said is judged. */
async function judgeSocket({ random, report }: Part, tongue: Tongue, socket: RawSocket): Promise<void> {
  const [asked, answer] = tongue.question(String(1 + random.below(1_000_000_000)));
  const said: string[] = [];
  socket.write(textFrame(asked));
  const isLast = (message: string): boolean => message === answer;
  // A message that isn't whole waits for its rest, and so does what is asked after it: closing it is an answer too.
  const isAlive = await socket.until(isLast, 2_000);
  if (!isAlive) {
    socket.write(frameOf(Buffer.from([3, 232]), { opcode: 8 }));
    if (!(await socket.until(() => false, HANG_MS))) report.found('a WebSocket neither answers nor ends');
  }
  said.push(...socket.taken());
  if (socket.closed !== null && !CODES.includes(socket.closed))
    report.found(`a WebSocket ended with ${socket.closed} after ${said.slice(-2).join(' ').slice(0, 300)}`);
  report.count(`  ended with ${socket.closed ?? 'nothing, alive'}`);
  for (const message of said) {
    const wrong = judgeMessage(tongue, message);
    if (wrong !== null) report.found(wrong);
  }
}

function judgeMessage({ isKnown, isError, isFault }: Tongue, message: string): string | null {
  const parsed = parse(message);
  if (parsed === null) return `a message that is no JSON object: ${message.slice(0, 200)}`;
  if (!isKnown(parsed)) return `a message of no known event: ${message.slice(0, 200)}`;
  if (isFault(parsed)) return `an error of the inside: ${message.slice(0, 300)}`;
  return isError(parsed) && INSIDE.test(message) ? `a message shows the inside: ${message.slice(0, 300)}` : null;
}

function handshake({ random, who }: Part, tongue: Tongue, isPrivate: boolean): string[] {
  const headers: string[] = [];
  if (random.below(10) === 0)
    headers.push(pick(random, ['Origin: http://elsewhere.example', 'Sec-WebSocket-Protocol: chat', 'locale: zh-CN']));
  if (random.below(30) === 0) headers.push(`Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits`);
  if (random.below(60) === 0) headers.push('Content-Length: 10');
  if (!isPrivate) return headers;
  if (random.below(5) === 0) return [...headers, 'Sec-WebSocket-Protocol: outcry.login'];
  const { apiKey, passphrase, timestamp, sign } = credentials(random, tongue, who);
  const signed = [`ACCESS-KEY: ${apiKey}`, `ACCESS-PASSPHRASE: ${passphrase}`];
  signed.push(`ACCESS-TIMESTAMP: ${timestamp}`, `ACCESS-SIGN: ${sign}`);
  if (random.below(20) === 0) signed.splice(random.below(signed.length), 1);
  return [...headers, ...signed];
}

function credentials(random: Random, tongue: Tongue, { apiKey, passphrase, secret }: Account) {
  const timestamp = random.below(20) === 0 ? pick(random, ['0', 'now', '9'.repeat(20)]) : String(Date.now());
  const mac = createHmac('sha256', secret).update(`${timestamp}${tongue.private[0]}`);
  const sign = random.below(20) === 0 ? pick(random, ['', 'AAAA', '%']) : mac.digest('base64');
  return { apiKey: random.below(30) === 0 ? 'nobody-has-it' : apiKey, passphrase, timestamp, sign };
}

const textFrame = (text: string): Buffer => frameOf(Buffer.from(text));

/** One message or frame. `isWhole` false: what is sent after it would be part of it. */
interface HostileMessage {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

function hostileMessage(part: Part, tongue: Tongue, isPrivate: boolean): HostileMessage {
  const { random } = part;
  const body = messageBody(part, tongue, isPrivate);
  const what = random.below(40);
  if (what === 0) return { bytes: frameOf(body, { isLast: false }), isWhole: false };
  if (what === 1) return { bytes: frameOf(body, { opcode: 3 + random.below(5) }), isWhole: true };
  if (what === 2) return { bytes: frameOf(body, { isMasked: false }), isWhole: true };
  if (what === 3) return { bytes: frameOf(body, { reserved: 1 + random.below(7) }), isWhole: true };
  if (what === 4) return { bytes: frameOf(body, { opcode: 2 }), isWhole: true };
  if (what === 5) return { bytes: frameOf(body, { opcode: 9 + random.below(7) }), isWhole: true };
  if (what === 6) return { bytes: frameOf(body, { says: body.length + 1 + random.below(100_000) }), isWhole: false };
  if (what === 7) return { bytes: frameOf(body, { says: 2 ** (20 + random.below(33)) }), isWhole: false };
  if (what === 8) return { bytes: frameOf(Buffer.alloc(1 + random.below(200_000), 120)), isWhole: true };
  if (what === 9) return { bytes: frameOf(Buffer.from([0xc3, 0x28, 0xff])), isWhole: true };
  if (what === 10) return { bytes: frameOf(body, { opcode: 0 }), isWhole: true };
  if (what === 11) return { bytes: torn(random, body), isWhole: true };
  if (what === 12) return { bytes: Buffer.from(Array.from({ length: 40 }, () => random.below(256))), isWhole: false };
  return { bytes: frameOf(body), isWhole: true };
}

/** A message in many pieces, some of them empty. */
function torn(random: Random, body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = random.below(20);
    pieces.push(
      frameOf(body.subarray(at, at + size), { opcode: at === 0 && pieces.length === 0 ? 1 : 0, isLast: false }),
    );
    at += size;
  }
  return Buffer.concat([...pieces, frameOf(Buffer.alloc(0), { opcode: pieces.length === 0 ? 1 : 0 })]);
}

function messageBody({ random, who }: Part, tongue: Tongue, isPrivate: boolean): Buffer {
  const kind = random.below(isPrivate ? 10 : 6);
  const channel = pick(random, tongue.channels);
  if (kind < 2) return Buffer.from(tongue.subscription(pick(random, ['subscribe', 'unsubscribe']), channel));
  if (kind < 5) return hostileBody(random, tongue.subscription('subscribe', channel));
  if (kind === 5) return hostileBody(random, tongue.question('1')[0]);
  if (kind === 6) return hostileBody(random, JSON.stringify({ event: 'login', ...credentials(random, tongue, who) }));
  const op = pick(random, OPERATIONS);
  const sample = ROUTES.find(({ operation }) => operation === op)?.sample ?? '{}';
  const args = random.below(20) === 0 ? hostileValue(random) : hostileBody(random, sample).toString('utf8');
  const id = random.below(10) === 0 ? hostileValue(random) : `"${random.below(1_000)}"`;
  return Buffer.from(`{"event":"request","id":${id},"op":"${op}","args":${args}}`);
}

/** So many connections, opened and dropped at any point of their beginning. */
async function dropMany(part: Part, count: number): Promise<void> {
  const { random, report, ready } = part;
  const chunk = 50;
  for (let done = 0; done < count; done += chunk) {
    await Promise.all(
      Array.from({ length: Math.min(chunk, count - done) }, async () => {
        const isPrivate = random.below(3) === 0;
        const tongue = pick(random, TONGUES);
        const path = pick(random, tongue[isPrivate ? 'private' : 'public']);
        const socket = await openRaw(ready.url, path, handshake(part, tongue, isPrivate), HANG_MS);
        if (socket !== null && !('status' in socket)) {
          for (let times = random.below(4); times > 0; times--)
            socket.write(textFrame(tongue.subscription('subscribe', pick(random, tongue.channels))));
          socket.drop();
        }
        report.count('WebSockets opened and dropped');
      }),
    );
  }
}
