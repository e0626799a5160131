// The order of checks (docs/api.md, Order of checks): every defect alone gets its own answer, and of two neighbouring
// defects in one request the earlier one answers. So each line of the table is tested against the next.
import { afterAll, describe, expect, it } from 'vitest';
import { UPLOAD } from './ai-log-kit.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { ORDER, PLACE, type RawRequest, signedRequest } from './kit.ts';

type Defect =
  | 'notReady'
  | 'longLine'
  | 'longHeaders'
  | 'longBody'
  | 'ipBudget'
  | 'unknownPath'
  | 'wrongMethod'
  | 'contentType'
  | 'noKey'
  | 'noSign'
  | 'noTimestamp'
  | 'noPassphrase'
  | 'badTimestamp'
  | 'oldTimestamp'
  | 'unknownKey'
  | 'badPassphrase'
  | 'badSignature'
  | 'disabledKey'
  | 'foreignAddress'
  | 'readOnlyKey'
  | 'frozen'
  | 'notAllowlisted'
  | 'uidBudget'
  | 'orderRate'
  | 'bodySyntax'
  | 'missingField'
  | 'badField'
  | 'badCombination'
  | 'engine';

/** Every check in order, with the code it answers and the scope of a 429. */
const CHECKS: readonly (readonly [Defect, string])[] = [
  ['notReady', '503'],
  ['longLine', '414'],
  ['longHeaders', '431'],
  ['longBody', '413'],
  ['ipBudget', '429 ip'],
  ['unknownPath', '404'],
  ['wrongMethod', '405'],
  ['contentType', '40007'],
  ['noKey', '40001'],
  ['noSign', '40002'],
  ['noTimestamp', '40003'],
  ['noPassphrase', '40011'],
  ['badTimestamp', '40005'],
  ['oldTimestamp', '40008'],
  ['unknownKey', '40006'],
  ['badPassphrase', '40012'],
  ['badSignature', '40009'],
  ['disabledKey', '40753'],
  ['foreignAddress', '40018'],
  ['readOnlyKey', '40014'],
  ['frozen', '40013'],
  ['notAllowlisted', '40022'],
  ['uidBudget', '429 uid'],
  ['orderRate', '429 orders'],
  ['bodySyntax', '40017'],
  ['missingField', '40019'],
  ['badField', '40020'],
  ['badCombination', '40017'],
  ['engine', '40015'],
];

/** Neighbours that can't meet in one request, and who stands in for the later one. */
const INSTEAD: Partial<Record<Defect, Defect>> = {
  // A path nobody serves has no wrong method.
  unknownPath: 'contentType',
  // A timestamp that is no number can't be an old one.
  badTimestamp: 'unknownKey',
  // A frozen account may upload AI logs.
  frozen: 'uidBudget',
};

const kits = new Map<string, FrontKit>();
afterAll(() => Promise.all([...kits.values()].map((kit) => kit.close())));

/** One server per set of budgets. */
async function kitFor(defects: ReadonlySet<Defect>): Promise<FrontKit> {
  const budgets = (['ipBudget', 'uidBudget', 'orderRate'] as const).map((one) => defects.has(one));
  const name = budgets.join();
  let kit = kits.get(name);
  if (kit === undefined) {
    const [ip, uid, orders] = budgets;
    kit = await startFront([], (config) => ({
      rateLimit: {
        ...config.rateLimit,
        ip: { budget: ip ? 0 : 1_000_000, chargePrivate: true },
        uid: { budget: uid ? 0 : 1_000_000 },
        orders: { perSecond: orders ? 0.5 : 1_000_000 },
      },
    }));
    kits.set(name, kit);
  }
  kit.knobs.ready = !defects.has('notReady');
  kit.knobs.reason = 'journal replay 42 %';
  kit.apply({ name: 'setAccountFrozen', account: ACCOUNT.uid, frozen: defects.has('frozen') });
  kit.apply({
    name: 'setAllowlist',
    account: ACCOUNT.uid,
    allowed: !defects.has('notAllowlisted'),
    reason: '',
    actor: 'test',
  });
  kit.loadKeys([
    {
      enabled: !defects.has('disabledKey'),
      ips: defects.has('foreignAddress') ? ['10.9.9.9'] : [],
      permission: defects.has('readOnlyKey') ? 'read' : 'trade',
    },
  ]);
  return kit;
}

function bodyOf(defects: ReadonlySet<Defect>, upload: boolean): string {
  const fields: Record<string, unknown> = upload
    ? { stage: 's', model: 'm', input: {}, output: {} }
    : { ...ORDER, client_oid: 'check-1', order_type: defects.has('badCombination') ? '1' : '0' };
  if (defects.has('engine')) fields['size'] = '0.00001';
  if (defects.has('badField')) fields['type'] = '11';
  if (defects.has('missingField')) delete fields[upload ? 'stage' : 'symbol'];
  const text = JSON.stringify(fields);
  const broken = defects.has('bodySyntax') ? `${text}}` : text;
  return defects.has('longBody') ? broken + ' '.repeat(300 * 1024) : broken;
}

function requestWith(defects: ReadonlySet<Defect>, nowMs: number): RawRequest {
  const upload = defects.has('notAllowlisted');
  const path = defects.has('unknownPath') ? '/capi/v2/order/nowhere' : upload ? UPLOAD : PLACE;
  const target = defects.has('longLine') ? `${path}?x=${'y'.repeat(9_000)}` : path;
  const timestamp = defects.has('badTimestamp') ? 'now' : String(defects.has('oldTimestamp') ? nowMs - 60_000 : nowMs);
  const account = { ...ACCOUNT, passphrase: defects.has('badPassphrase') ? 'wrong' : ACCOUNT.passphrase };
  const request = signedRequest(account, 'POST', target, bodyOf(defects, upload), {
    timestamp,
    ...(defects.has('badSignature') ? { signedBody: 'another body' } : {}),
    headers: {
      'Content-Type': defects.has('contentType') ? 'text/plain' : 'application/json',
      ...(defects.has('unknownKey') ? { 'ACCESS-KEY': 'nobody-has-this-key' } : {}),
      ...(defects.has('noKey') ? { 'ACCESS-KEY': undefined } : {}),
      ...(defects.has('noSign') ? { 'ACCESS-SIGN': undefined } : {}),
      ...(defects.has('noTimestamp') ? { 'ACCESS-TIMESTAMP': undefined } : {}),
      ...(defects.has('noPassphrase') ? { 'ACCESS-PASSPHRASE': undefined } : {}),
      ...(defects.has('longHeaders') ? { 'X-Long': 'z'.repeat(17_000) } : {}),
    },
  });
  return defects.has('wrongMethod') ? { ...request, method: 'PUT' } : request;
}

async function answerTo(...list: Defect[]): Promise<string> {
  const defects = new Set(list);
  const kit = await kitFor(defects);
  const { json, headers, status } = await kit.send(requestWith(defects, kit.knobs.nowMs));
  const scope = headers['x-ratelimit-scope'];
  if (status === 200) return '200';
  expect(json, 'the envelope').toMatchObject({
    code: expect.any(String),
    msg: expect.any(String),
    requestTime: expect.any(Number),
    data: null,
  });
  return scope === undefined ? json.code : `${json.code} ${String(scope)}`;
}

describe('the order of checks', () => {
  it('a request without a defect succeeds', async () => {
    expect(await answerTo()).toBe('200');
  });

  it.each(CHECKS)('%s alone answers %s', async (defect, code) => {
    expect(await answerTo(defect)).toBe(code);
  });

  it.each(
    CHECKS.slice(0, -1).map(
      ([defect, code], at) => [defect, INSTEAD[defect] ?? (CHECKS[at + 1]?.[0] as Defect), code] as const,
    ),
  )('%s answers before %s: %s', async (earlier, later, code) => {
    expect(await answerTo(earlier, later)).toBe(code);
  });

  it('the allowlist is decided before the body is looked at', async () => {
    expect(await answerTo('notAllowlisted', 'bodySyntax')).toBe('40022');
  });

  it('all defects at once: the first answers', async () => {
    expect(await answerTo(...CHECKS.map(([defect]) => defect).filter((defect) => defect !== 'badTimestamp'))).toBe(
      '503',
    );
  });
});
