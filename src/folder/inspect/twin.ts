/**
 * Whether the exchange of which a data folder is a copy runs: a folder that was copied while its exchange ran has the
 * address of its administration, and the token that nothing else takes. Two exchanges of one name and one key sign two
 * histories. Only the same machine can be asked; elsewhere a witness finds it.
 */
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DataFolder, textAt } from '../disk/data-folder.ts';

/** On loopback: whoever takes longer has other troubles. */
const WITHIN_MS = 500;
const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+$/;

/** The address where it answers; null when it does not. */
export async function twinOf({ adminUrl, adminToken }: Pick<DataFolder, 'adminUrl' | 'adminToken'>) {
  const url = textAt(adminUrl)?.trim() ?? '';
  const token = textAt(adminToken)?.trim() ?? '';
  if (!ADDRESS.test(url) || token === '') return null;
  // Whatever else listens there by now says the same to both, or has other words.
  const [stranger, holder] = await Promise.all([asked(url, null), asked(url, token)]);
  return stranger === 'unauthorized' && holder !== null && holder !== 'unauthorized' ? url : null;
}

/** The code of the answer, '' for a success; null when it is none of an administration. */
async function asked(url: string, token: string | null): Promise<string | null> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const sent = request(`${url}/admin/state`, { agent: false, headers, signal: AbortSignal.timeout(WITHIN_MS) });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('error', reject).once('response', resolve).end();
  try {
    const { code = '' } = JSON.parse(await text(await promise)) as { readonly code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}
