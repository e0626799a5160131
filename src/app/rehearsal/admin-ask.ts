/** The administration as a rehearsal asks it: over HTTP, like any client. */
export type AdminAsk = <Answer = unknown>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

export function createAdminAsk(url: string, token: string): AdminAsk {
  return async <Answer>(method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return (isJson ? await response.json() : new Uint8Array(await response.arrayBuffer())) as Answer;
  };
}
