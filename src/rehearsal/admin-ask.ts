/** The administration as a rehearsal asks it: over HTTP, and again where history has yet to catch up. */
import { machine } from '../time/machine.ts';

export type AdminAsk = <Answer = unknown>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

/** Days within a minute are more than the read store keeps pace with. */
const LAGS_AT_MOST_MS = 600_000;
const ASK_AGAIN_MS = 500;

export function createAdminAsk(url: string, token: string): AdminAsk {
  return async <Answer>(method: 'GET' | 'POST', path: string, body?: object) => {
    const untilMs = machine.steadyMs() + LAGS_AT_MOST_MS;
    for (;;) {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) {
        const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
        return (isJson ? await response.json() : new Uint8Array(await response.arrayBuffer())) as Answer;
      }
      const text = await response.text();
      // 503 says that nothing was executed.
      if (response.status !== 503 || machine.steadyMs() > untilMs)
        throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await machine.sleep(ASK_AGAIN_MS);
    }
  };
}
