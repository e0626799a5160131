/** What an answer may be, whatever was asked: the documented statuses and shapes, and nothing of the inside. */
import type { Answer } from './wire.ts';

const STATUSES = new Set([200, 204, 304, 400, 401, 403, 404, 405, 413, 414, 417, 429, 431, 503, 505, 501]);
/** Words of stack traces, databases and file systems. */
export const INSIDE = /\bat \/|node:internal|\.ts:\d|SQLITE|ECONN|ENOENT|TypeError|RangeError|\/tmp\/|undefined is not/;

/** What is wrong with an answer of the trading API; null for nothing. */
export function judgeTrading(answer: Answer): string | null {
  const { status, headers, body } = answer;
  const general = judgeAny(answer);
  if (general !== null) return general;
  if (status === 200 || status === 204 || status === 304) return null;
  const parsed = parse(body);
  if (parsed === null) return `status ${status} without JSON: ${body.slice(0, 200)}`;
  const { code, msg, error, requestTime, data } = parsed;
  // v3 has numbers for codes, and another name for the text of what may be asked again.
  const isRead =
    typeof code === 'string'
      ? typeof msg === 'string'
      : typeof code === 'number' && code < 1_000 && typeof (msg ?? error) === 'string';
  const fits = isRead && typeof requestTime === 'number' && data === null;
  if (!fits) return `status ${status} in another shape: ${body.slice(0, 300)}`;
  if (status === 429 && !headers.has('retry-after')) return '429 without Retry-After';
  return null;
}

/** What is wrong with an answer of the administration. */
export function judgeAdmin(answer: Answer): string | null {
  const general = judgeAny(answer);
  if (general !== null || answer.status === 200) return general;
  const parsed = parse(answer.body);
  const fits = typeof parsed?.['code'] === 'string' && typeof parsed['msg'] === 'string';
  return fits ? null : `status ${answer.status} in another shape: ${answer.body.slice(0, 300)}`;
}

/**
 * What is wrong with the answers to copies of one signed request: carried out once, and the same to all of them but
 * for the time at which each was asked for.
 */
export function judgeCopies(answers: readonly Answer[]): string | null {
  const told = new Set(answers.map(({ status, body }) => `${status} ${body.replace(/"requestTime":\d+/, '')}`));
  if (told.size !== 1) return `copies were answered differently: ${[...told].join(' and ').slice(0, 400)}`;
  const first = answers.filter(({ headers }) => headers.get('idempotent-replay') !== 'true').length;
  return first === 1 ? null : `of ${answers.length} copies ${first} say that they were carried out`;
}

/** What is wrong with the answers to requests of one connection: each its own, in their order, and none left out. */
export function judgeOrder(ids: readonly string[], answers: readonly Answer[], isWhole: boolean): string | null {
  const heard = answers.map(({ headers }) => headers.get('x-request-id') ?? 'none');
  const at = heard.findIndex((id, place) => id !== ids[place]);
  if (at >= 0) return `answer ${at} of a pipeline is for ${heard[at]} and not for ${ids[at]}`;
  return isWhole && heard.length !== ids.length ? `a pipeline of ${ids.length} got ${heard.length} answers` : null;
}

/** What is wrong with a start that was refused: it says so in plain words, and left every byte as it was. */
export function judgeRefusal(ended: { code: number | null; stderr: string }, isUnchanged: boolean): string | null {
  if (ended.code !== 1) return `the start ended with ${ended.code}: ${ended.stderr.slice(-300)}`;
  if (ended.stderr.trim() === '' || /\n\s+at /.test(ended.stderr))
    return `refused without plain words: ${ended.stderr.slice(-300)}`;
  return isUnchanged ? null : 'refused, but the folder was changed';
}

/** What is wrong with an exchange that got ready where another one ran: the other must have ended, by itself. */
export function judgeSuccession(codeOfTheFirst: number | null): string | null {
  return codeOfTheFirst === 1 ? null : `it is ready, and the first one ${codeOfTheFirst === null ? 'runs' : 'said 0'}`;
}

/** What is wrong with a stop that was asked for: it ends with 0, however long the machine takes. */
export function judgeStop({ code, stderr }: { code: number | null; stderr: string }): string | null {
  return code === 0 ? null : `a stop ended with ${code}: ${stderr.slice(-500)}`;
}

/** What is wrong with a mark while all orders together are worth less than the impact notional: it is the index. */
export function judgeMark(mark: number, index: number): string | null {
  return mark === index ? null : `dust moved the mark to ${mark}, the index is ${index}`;
}

/** What is wrong with the positions of the account they were after, as side and size: it has what it had. */
export function judgePrey(positions: readonly string[]): string | null {
  const found = positions.join(', ');
  return found === 'SHORT 1.0000' ? null : `whom dust was after has ${found === '' ? 'no position' : found}`;
}

/** What is wrong with a start on a damaged past, by what it said: at least one of the files is named. */
export function judgeTold(files: readonly string[], said: string): string | null {
  return files.some((file) => said.includes(file)) ? null : `nothing is said of ${files.join(' or ')}`;
}

/** What is wrong with an exchange whose file was taken: it ends by itself, with 1, and says which. */
export function judgeNoticed(ended: { code: number | null; stderr: string } | null, name: string): string | null {
  if (ended === null) return `${name} was taken, and the exchange goes on`;
  if (ended.code !== 1) return `after ${name} was taken it ended with ${ended.code}: ${ended.stderr.slice(-300)}`;
  const says = ended.stderr.includes(`${name} was removed while the exchange ran`);
  return says ? null : `after ${name} was taken it ended without saying so: ${ended.stderr.slice(-300)}`;
}

/** What is wrong with what copies of one handshake came to: so many are let in, and the others are told it was used. */
export function judgeEntries(entries: readonly (string | null)[], letIn: 0 | 1): string | null {
  const others = entries.filter((entry) => entry !== 'in');
  if (entries.length - others.length !== letIn)
    return `a handshake let in ${entries.length - others.length} of ${entries.length} times, and not ${letIn}`;
  const odd = others.find((entry) => entry !== '40008');
  return odd === undefined ? null : `a copy of a handshake was answered ${odd ?? 'nothing'}`;
}

/** An order beside heavy requests may take so much, ms, and so often what it takes alone; these are medians. */
const BESIDE_MS = 60;
const BESIDE_TIMES = 4;

/** What is wrong with orders beside heavy requests: they take much longer than alone, or nobody was held back. */
export function judgeBeside(
  alone: readonly number[],
  beside: readonly number[],
  answers: readonly number[],
): string | null {
  const [before, meanwhile] = [medianOf(alone), medianOf(beside)];
  if (meanwhile > Math.max(BESIDE_MS, BESIDE_TIMES * before))
    return `an order takes ${Math.round(meanwhile)} ms beside heavy requests, and ${Math.round(before)} ms alone`;
  return answers.some((status) => status !== 200)
    ? null
    : `none of ${answers.length} heavy requests was refused for its weight`;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** What is wrong with a contest whose organiser tried to take teams off: each is on the board as it was. */
export function judgeTeams(before: readonly string[], after: readonly string[]): string | null {
  const lost = before.filter((team) => !after.includes(team));
  return lost.length === 0 ? null : `an organiser took ${lost.join(', ')} off the board`;
}

/** What is wrong with a team's own bundle before the contest is final: it holds something of another team. */
export function judgeBundle(files: ReadonlyMap<string, string>, marks: readonly string[]): string | null {
  for (const [path, text] of files)
    for (const mark of marks) if (text.includes(mark)) return `a team's own bundle has ${mark} of another in ${path}`;
  return null;
}

/** What no answer may be or show, whoever gave it; all there is to judge where the body is left out (HEAD). */
export function judgeAny({ status, headers, body }: Answer): string | null {
  if (!STATUSES.has(status)) return `status ${status}: ${body.slice(0, 300)}`;
  if (status === 503 && !headers.has('retry-after')) return `503 without Retry-After: ${body.slice(0, 200)}`;
  if (status !== 200 && INSIDE.test(body)) return `status ${status} shows the inside: ${body.slice(0, 300)}`;
  return null;
}

export function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
