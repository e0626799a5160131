/**
 * A recorded handshake of the private WebSocket, sent again by whoever recorded it: several at once and some after, by
 * headers and by message, and after a kill and a start. It lets in once; whoever signs anew is let in all the time.
 */
import { createHmac } from 'node:crypto';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder, type Ready } from '../cli/process.ts';
import { startKillable } from '../crash/killable.ts';
import { ownStamp } from '../stamps.ts';
import { judgeEntries, parse } from './judge.ts';
import { frameOf, openRaw } from './raw-socket.ts';
import type { Report } from './report.ts';

const PRIVATE = '/v2/ws/private';
const HANG_MS = 60_000;

/** What one handshake came to: `in`, or the code it was refused with; null without an answer. */
type Entry = string | null;

type Handshake = Readonly<Record<'apiKey' | 'passphrase' | 'timestamp' | 'sign', string>>;
type Way = (ready: Ready, handshake: Handshake) => Promise<Entry>;

/** @param count handshakes that are recorded */
export async function attackHandshakes(random: Random, report: Report, count: number): Promise<void> {
  const data = newFolder();
  const first = await startKillable(data);
  const recorded: Handshake[] = [];
  for (let nth = 0; nth < count; nth++) {
    const who = first.ready.accounts[nth % first.ready.accounts.length]!;
    const handshake = signed(who);
    const entries = await Promise.all(
      Array.from({ length: 2 + random.below(4) }, () => oneWay(random)(first.ready, handshake)),
    );
    entries.push(await oneWay(random)(first.ready, handshake));
    tell(report, judgeEntries(entries, 1), entries.length);
    recorded.push(handshake);
  }
  await first.stop('SIGKILL');
  const second = await startKillable(data);
  for (const handshake of recorded) tell(report, judgeEntries([await oneWay(random)(second.ready, handshake)], 0), 1);
  for (const way of WAYS)
    tell(report, judgeEntries([await way(second.ready, signed(second.ready.accounts[0]!))], 1), 1);
  await second.stop();
}

function tell(report: Report, wrong: string | null, sent: number): void {
  report.count('recorded handshakes sent', sent);
  if (wrong !== null) report.found(wrong);
}

function signed({ apiKey, passphrase, secret }: Account): Handshake {
  const timestamp = ownStamp('handshake', apiKey);
  const sign = createHmac('sha256', secret).update(`${timestamp}${PRIVATE}`).digest('base64');
  return { apiKey, passphrase, timestamp, sign };
}

const byHeaders: Way = async ({ url }, { apiKey, passphrase, timestamp, sign }) => {
  const headers = [`ACCESS-KEY: ${apiKey}`, `ACCESS-PASSPHRASE: ${passphrase}`];
  headers.push(`ACCESS-TIMESTAMP: ${timestamp}`, `ACCESS-SIGN: ${sign}`);
  const socket = await openRaw(url, PRIVATE, headers, HANG_MS);
  if (socket === null) return null;
  if ('status' in socket) return String(parse(socket.body)?.['code']);
  socket.drop();
  return 'in';
};

const byMessage: Way = async ({ url }, handshake) => {
  const socket = await openRaw(url, PRIVATE, ['Sec-WebSocket-Protocol: outcry.login'], HANG_MS);
  if (socket === null || 'status' in socket) return null;
  socket.write(frameOf(Buffer.from(JSON.stringify({ event: 'login', ...handshake }))));
  const isAnswer = (message: string): boolean => /"event":"(?:loggedIn|error)"/.test(message);
  await socket.until(isAnswer, HANG_MS);
  const said = parse(socket.taken().find(isAnswer) ?? '');
  socket.drop();
  if (said === null) return null;
  return said['event'] === 'loggedIn' ? 'in' : String(said['code']);
};

const WAYS: readonly Way[] = [byHeaders, byMessage];

function oneWay(random: Random): Way {
  return WAYS[random.below(WAYS.length)]!;
}
