/**
 * A recorded handshake of a private WebSocket, of v2 or v3, sent again by whoever recorded it: several at once and some
 * after, by headers and by message, and after a kill and a start. It lets in once; whoever signs anew is let in all the
 * time.
 */
import { createHmac } from 'node:crypto';
import type { Random } from '../../src/market/random.ts';
import { type Account, newFolder, type Ready } from '../cli/process.ts';
import { startKillable } from '../crash/killable.ts';
import { ownStamp } from '../stamps.ts';
import { judgeEntries, parse } from './judge.ts';
import { frameOf, openRaw } from './raw-socket.ts';
import { pick } from './mutate.ts';
import type { Report } from './report.ts';
import { type Tongue, TONGUES } from './tongues.ts';

const HANG_MS = 60_000;

/** What one handshake came to: `in`, or the code it was refused with; null without an answer. */
type Entry = string | null;

interface Handshake {
  readonly tongue: Tongue;
  readonly login: Readonly<Record<'apiKey' | 'passphrase' | 'timestamp' | 'sign', string>>;
}

type Way = (ready: Ready, handshake: Handshake) => Promise<Entry>;

/** @param count handshakes that are recorded */
export async function attackHandshakes(random: Random, report: Report, count: number): Promise<void> {
  const data = newFolder();
  const first = await startKillable(data);
  const recorded: Handshake[] = [];
  for (let nth = 0; nth < count; nth++) {
    const who = first.ready.accounts[nth % first.ready.accounts.length]!;
    const handshake = signed(who, pick(random, TONGUES));
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
    for (const tongue of TONGUES)
      tell(report, judgeEntries([await way(second.ready, signed(second.ready.accounts[0]!, tongue))], 1), 1);
  await second.stop();
}

function tell(report: Report, wrong: string | null, sent: number): void {
  report.count('recorded handshakes sent', sent);
  if (wrong !== null) report.found(wrong);
}

function signed({ apiKey, passphrase, secret }: Account, tongue: Tongue): Handshake {
  const timestamp = ownStamp('handshake', apiKey);
  const sign = createHmac('sha256', secret).update(`${timestamp}${tongue.private[0]}`).digest('base64');
  return { tongue, login: { apiKey, passphrase, timestamp, sign } };
}

const byHeaders: Way = async ({ url }, { tongue, login }) => {
  const { apiKey, passphrase, timestamp, sign } = login;
  const headers = [`ACCESS-KEY: ${apiKey}`, `ACCESS-PASSPHRASE: ${passphrase}`];
  headers.push(`ACCESS-TIMESTAMP: ${timestamp}`, `ACCESS-SIGN: ${sign}`);
  const socket = await openRaw(url, tongue.private.at(-1)!, headers, HANG_MS);
  if (socket === null) return null;
  if ('status' in socket) return codeOf(parse(socket.body) ?? {});
  socket.drop();
  return 'in';
};

const byMessage: Way = async ({ url }, { tongue, login }) => {
  const socket = await openRaw(url, tongue.private.at(-1)!, ['Sec-WebSocket-Protocol: outcry.login'], HANG_MS);
  if (socket === null || 'status' in socket) return null;
  socket.write(frameOf(Buffer.from(JSON.stringify({ event: 'login', ...login }))));
  const isAnswer = (message: string): boolean => /"event":"(?:loggedIn|error)"|"result":false/.test(message);
  await socket.until(isAnswer, HANG_MS);
  const said = parse(socket.taken().find(isAnswer) ?? '');
  socket.drop();
  if (said === null) return null;
  return said['event'] === 'loggedIn' ? 'in' : codeOf(said);
};

/** The code of a refusal as v2 has it; v3 says a used signature in its own ways. */
function codeOf({ code, hint }: Readonly<Record<string, unknown>>): string {
  const isUsed = code === -1046 || (code === undefined && String(hint).includes('was used for a connection already'));
  return isUsed ? '40008' : String(code);
}

const WAYS: readonly Way[] = [byHeaders, byMessage];

function oneWay(random: Random): Way {
  return WAYS[random.below(WAYS.length)]!;
}
