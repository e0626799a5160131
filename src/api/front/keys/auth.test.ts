import { describe, expect, it } from 'vitest';
import { beginSignature, checkKey, claimOf, prove } from './auth.ts';
import { createKeyring } from './keyring.ts';
import { macKey } from './mac.ts';
import type { KeyringEntry as StoredKey } from '../../../store/keys/keys.ts';
import { hashPassphrase } from '../../../store/keys/passphrase.ts';
import { ApiError } from '../../words/errors.ts';

const secret = macKey(Buffer.from('demo-secret'));
const none = Buffer.alloc(0);
const signatureOf = (key: typeof secret, timestamp: string, method: string, target: string, body: Buffer): Buffer => {
  const mac = beginSignature(key, timestamp, method, target);
  mac.update(body);
  return mac.digest();
};
const PLACE_ORDER =
  '{"symbol": "cmt_btcusdt", "client_oid": "demo-0001", "size": "0.01", "type": "1", "order_type": "0", "match_price": "1", "price": "0", "presetTakeProfitPrice": "95000", "presetStopLossPrice": "85000"}';

describe('the five worked signatures of docs/api.md, Signing', () => {
  it('1: GET with a query', () => {
    expect(
      signatureOf(
        secret,
        '1767258000000',
        'GET',
        '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt',
        none,
      ).toString('base64'),
    ).toBe('MRQnOgEVN5KMo14asNMc4wyajGpXwrQY8XVsIuxRhsY=');
  });
  it('2: GET without a query', () => {
    expect(signatureOf(secret, '1767258001000', 'GET', '/capi/v2/account/assets', none).toString('base64')).toBe(
      'WBP5ho3Q2qkmCE/SfxH12A+/WKqr7I3mRaTUlb3/e5o=',
    );
  });
  it('3: POST over the raw body', () => {
    const body = Buffer.from(PLACE_ORDER);
    expect(body.length).toBe(200);
    expect(signatureOf(secret, '1767251700000', 'POST', '/capi/v2/order/placeOrder', body).toString('base64')).toBe(
      'e9zpafmPUf/Foc4GXfr3LOO+QAIamz9aR1ZSojcK4t0=',
    );
  });
  it('4: POST with an empty body', () => {
    expect(signatureOf(secret, '1767258002000', 'POST', '/capi/v2/order/closePositions', none).toString('base64')).toBe(
      'jBOZ8qwXv5kxzEY2+UvcTe52/xILb6BrbsHHEy9hFIQ=',
    );
  });
  it('5: private WebSocket handshake', () => {
    expect(signatureOf(secret, '1767258003000', '', '/v2/ws/private', none).toString('base64')).toBe(
      'QgAJAZ1gVE7gs5p4vBkaxOcQkBkt/akxifwe3TQ9X7M=',
    );
  });
});

const NOW = 1_767_258_000_000;
const KEY: StoredKey = {
  id: 'k1',
  key: 'demo-key',
  uid: 1_000_001,
  label: '',
  secret: 'demo-secret',
  passphraseHash: await hashPassphrase('demo-passphrase'),
  permission: 'trade',
  ips: [],
  enabled: true,
  createdMs: 0,
  expiresMs: null,
  revokedMs: null,
};
const TARGET = '/capi/v2/account/position/singlePosition?symbol=cmt_btcusdt';
const HEADERS = {
  'access-key': 'demo-key',
  'access-sign': 'MRQnOgEVN5KMo14asNMc4wyajGpXwrQY8XVsIuxRhsY=',
  'access-timestamp': String(NOW),
  'access-passphrase': 'demo-passphrase',
};

async function attempt(
  headers: Record<string, string | undefined>,
  key: Partial<StoredKey> = {},
  nowMs = NOW,
  permission: 'read' | 'trade' = 'read',
): Promise<string> {
  const keyring = createKeyring([{ ...KEY, ...key }]);
  try {
    const claim = claimOf({ headers: { ...HEADERS, ...headers }, method: 'GET', target: TARGET }, keyring, nowMs);
    await prove(claim, 0);
    checkKey(claim.key, '10.0.0.1', permission, nowMs);
    return claim.key.id;
  } catch (error) {
    return error instanceof ApiError ? `${error.code} ${error.hint?.en ?? ''}`.trim() : 'fault';
  }
}

describe('authenticate', () => {
  it('accepts a signed request, with blanks around the signature, at the edges of the window', async () => {
    expect(await attempt({})).toBe('k1');
    expect(await attempt({ 'access-sign': `  ${HEADERS['access-sign']} ` })).toBe('k1');
    expect(await attempt({}, {}, NOW + 30_000)).toBe('k1');
    expect(await attempt({}, {}, NOW - 30_000)).toBe('k1');
    expect(await attempt({}, {}, NOW + 30_001)).toMatch(/^40008 .*-30001 ms/);
    expect(await attempt({}, {}, NOW - 30_001)).toMatch(/^40008 .*30001 ms/);
  });

  it('refuses wrong, re-encoded and truncated signatures, saying what it saw', async () => {
    expect(await attempt({ 'access-sign': `${HEADERS['access-sign'].slice(0, -3)}AA=` })).toMatch(
      /^40009 the server saw method GET/,
    );
    expect(await attempt({ 'access-sign': HEADERS['access-sign'].slice(0, -1) })).toMatch(
      /^40009 ACCESS-SIGN is not base64/,
    );
    expect(await attempt({ 'access-sign': Buffer.from(HEADERS['access-sign'], 'base64').toString('hex') })).toMatch(
      /^40009/,
    );
    expect(
      await attempt({ 'access-sign': Buffer.from(HEADERS['access-sign'], 'base64').toString('base64url') }),
    ).toMatch(/^40009/);
  });

  it('teaches about seconds and underscores', async () => {
    expect(await attempt({ 'access-timestamp': '1767258000' })).toMatch(
      /^40008 this looks like seconds, multiply by 1000/,
    );
    expect(await attempt({ 'access-key': undefined, access_key: 'demo-key' })).toBe(
      '40001 you sent ACCESS_KEY with an underscore; the header is ACCESS-KEY',
    );
  });

  it('tells disabled, expired, revoked and foreign-address keys', async () => {
    expect(await attempt({}, { enabled: false })).toBe('40753');
    expect(await attempt({}, { revokedMs: 1 })).toBe('40753');
    expect(await attempt({}, { expiresMs: NOW })).toBe('40753');
    expect(await attempt({}, { ips: ['10.0.0.2'] })).toMatch(/^40018/);
    expect(await attempt({}, { ips: ['10.0.0.2', '::ffff:10.0.0.1'] })).toBe('k1');
    expect(await attempt({}, { permission: 'read' }, NOW, 'trade')).toMatch(/^40014/);
    expect(await attempt({}, { permission: 'read' })).toBe('k1');
  });

  it('remembers a passphrase that passed, across a reload, without letting others through', async () => {
    const keyring = createKeyring([KEY]);
    expect(await keyring.find('demo-key')!.passphrase.hash('x')).toBe(false);
    expect(await keyring.find('demo-key')!.passphrase.hash('demo-passphrase')).toBe(true);
    keyring.load([{ ...KEY, enabled: false }]);
    expect(keyring.find('demo-key')!.passphrase.compare('x')).toBe(false);
    expect(keyring.find('demo-key')!.passphrase.compare('demo-passphrase')).toBe(true);
    expect(await attempt({ 'access-passphrase': 'x' })).toBe('40012');
  });
});
