// AI logs for API tests: bodies no other call makes, uploads, and what an answer must say.
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { type Answer, type Kit, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

export const UPLOAD = '/capi/v2/order/uploadAiLog';
export const LOGS = '/capi/v2/ai/logs';

let nonce = 0;
/** A log that is fine, and like no other; `fields` instead of its own. */
export const log = (fields: object = {}): Record<string, unknown> => ({
  stage: 'Decision Making',
  model: 'm-1',
  input: { n: ++nonce },
  output: { decision: 'HOLD' },
  ...fields,
});

/** The log as text with one member written exactly so. */
export const raw = (member: string, fields: object = {}): string =>
  `{${member},${JSON.stringify(log(fields)).slice(1)}`;

export const warnings = ({ headers }: Answer): string => (headers['ai-log-warnings'] as string | undefined) ?? '';
export const indexOf = ({ headers }: Answer): number => Number(headers['ai-log-index']);

/** A signed upload of exactly these bytes. */
export function signedBytes(account: TestAccount, body: Buffer) {
  const timestamp = String(Date.now());
  const { headers } = signedRequest(account, 'POST', UPLOAD, '', { timestamp });
  const sign = createHmac('sha256', account.secret).update(`${timestamp}POST${UPLOAD}`).update(body).digest('base64');
  return { method: 'POST', target: UPLOAD, headers: { ...headers, 'ACCESS-SIGN': sign } };
}

export const uploader =
  (kit: Kit, uploadedBy: TestAccount) =>
  (body: object | string, account = uploadedBy, headers: Record<string, string> = {}): Promise<Answer> =>
    kit.post(account, UPLOAD, body, { headers });

export interface Uploads {
  readonly kit: Kit;
  readonly alice: TestAccount;
  /** Alice's order at rest, far from the market. */
  readonly orderId: string;
  /** In alice's name, unless another account is given. */
  readonly upload: ReturnType<typeof uploader>;
}

/** Starts an exchange on which alice has an order that her logs can be about. */
export async function startUploads(): Promise<Uploads> {
  const kit = await startKit();
  const { alice } = kit;
  await kit.setPrice(SYMBOL, '90000');
  const orderId = await kit.place(alice, { match_price: '0', price: '80000' });
  return { kit, alice, orderId, upload: uploader(kit, alice) };
}

export function expectStored(answer: Answer, ...expected: string[]): void {
  expect([answer.status, answer.json.code], answer.text).toEqual([200, '00000']);
  for (const one of expected) expect(warnings(answer).split(',')).toContain(one);
  expect(answer.headers['ai-log-leaf']).toMatch(/^[0-9a-f]{64}$/);
  expect(answer.headers['ai-log-id']).toBe(answer.headers['ai-log-index']);
}

export function expectRefused(answer: Answer, code: string, about: string): void {
  expect([answer.status, answer.json.code]).toEqual([400, code]);
  expect(answer.json.msg).toContain(about);
}
