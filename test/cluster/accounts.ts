/** Accounts of a cluster, made through the administration of any node. */
import type { Account } from '../cli/process.ts';
import { ask } from './ask.ts';
import type { RealNode } from './real-nodes.ts';

export async function askAdmin<Answer>(
  node: RealNode,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(node.adminUrl() + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Resolves when a key is known at all of them: others hear of it within two seconds. */
export async function knownAt(nodes: readonly RealNode[], account: Account): Promise<void> {
  const isKnown = async (url: string): Promise<boolean> =>
    (await ask(url, account, 'GET', '/capi/v2/account/assets').catch(() => null))?.status === 200;
  for (const { url } of nodes)
    for (let tries = 0; !(await isKnown(url)); tries++) {
      if (tries > 100) throw new Error(`${url} does not know the key of ${account.uid}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** An account with so much USDT, and its key. */
export async function openAccount(node: RealNode, token: string, amount: string): Promise<Account> {
  const { uid } = await askAdmin<{ uid: number }>(node, token, 'POST', '/admin/accounts', { label: 'caller' });
  if (amount !== '0') await askAdmin(node, token, 'POST', '/admin/accounts/deposit', { uid, amount });
  const wanted = { uid, label: 'caller', permission: 'trade' };
  const key = await askAdmin<Omit<Account, 'uid'>>(node, token, 'POST', '/admin/keys', wanted);
  return { ...key, uid };
}
