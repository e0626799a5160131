/**
 * Whether the head of a request has the form this service speaks: HTTP/1.0 or 1.1, one valid `Host`, and no coding of
 * its body but chunks. An ambiguous request is refused and its connection closed, because a proxy in between may read
 * it otherwise (decision 0010).
 *
 * Looks at the head alone. What node's parser refuses does not get here: broken-request.ts answers that.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError, type Bilingual } from '../../words/errors.ts';

/** A name or an address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9_.~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/** The last host that had the form of one: nearly every request names the same. */
let lastHost = 'localhost';

function isHost(host: string): boolean {
  if (host === lastHost) return true;
  if (!HOST.test(host)) return false;
  lastHost = host;
  return true;
}

/** The fault in the form of a request, or null. */
export function formError(raw: IncomingMessage): ApiError | null {
  const { httpVersion } = raw;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return badForm(`HTTP/${httpVersion}`, 'HTTP/1.1');
  const hosts = hostsOf(raw);
  const host = raw.headers.host ?? '';
  if (hosts > 1) return badForm(`${hosts} Host headers`, 'one');
  if (hosts === 0 ? httpVersion === '1.1' : !isHost(host))
    return badForm(hosts === 0 ? 'no Host header' : `Host '${host.slice(0, 80)}'`, 'a name with a port or without');
  const coding = raw.headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (coding.toLowerCase() !== 'chunked') return badForm(`Transfer-Encoding ${coding.slice(0, 80)}`, 'chunked');
  return httpVersion === '1.1' ? null : badForm('Transfer-Encoding in HTTP/1.0', 'Content-Length');
}

/** How many `Host` headers were sent: of several, node shows the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** 40017; the connection ends with it. */
function badForm(found: string, needed: string): ApiError {
  const detail: Bilingual = { en: `found ${found}, needs ${needed}`, zh: `收到${found}，需要${needed}` };
  return new ApiError(40017, { fill: { detail }, close: true });
}

/** An expectation other than `100-continue`, which no service has to meet. */
export function expectationError(raw: IncomingMessage): ApiError {
  const found = String(raw.headers.expect).slice(0, 80);
  const hint = { en: `Expect '${found}' is not known, only 100-continue`, zh: `不支持Expect '${found}'` };
  return new ApiError(417, { hint, close: true });
}
