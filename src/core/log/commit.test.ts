// Commitments: HMAC against the platform, the keys of the log's vectors, and that each field opens alone.
import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, hexBytes, sha256, vectors } from '../../../test/ailog-vectors.ts';
import { fromBase64, toBase64, toHex } from '../text/bytes.ts';
import { commit, commitUnder, fieldKey, hmacSha256, leafSalt, opens } from './commit.ts';

const saltKey = hexBytes(vectors.log.saltKeyHex);
const salted = vectors.log.entries.filter((entry) => entry.saltHex !== undefined);

describe('hmacSha256', () => {
  it('agrees with the platform for keys shorter and longer than a block', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 140 }), fc.uint8Array({ maxLength: 200 }), (key, message) => {
        const expected = new Uint8Array(createHmac('sha256', key).update(message).digest());
        expect(hmacSha256(sha256, key, message)).toEqual(expected);
      }),
    );
  });
});

describe('leafSalt', () => {
  const derived = salted.filter((entry) => entry.kind !== 'ailog');

  it.each(derived.map((entry) => [entry.index, entry.kind, entry.saltHex] as const))(
    'leaf %i (%s)',
    (index, _, saltHex) => {
      expect(toHex(leafSalt(sha256, saltKey, index))).toBe(saltHex);
    },
  );

  it('has three such leaves to check', () => {
    expect(derived).toHaveLength(3);
  });
});

describe('fieldKey', () => {
  it.each(salted.map((entry) => [entry.index, entry.kind, entry] as const))(
    'header key of leaf %i (%s)',
    (_, __, entry) => {
      expect(toBase64(fieldKey(sha256, hexBytes(entry.saltHex ?? ''), 'header'))).toBe(entry.headerKey);
    },
  );

  it('opens a team’s account with the salt of its leaf', () => {
    const team = vectors.log.entries.find((entry) => entry.kind === 'team');
    const { p } = JSON.parse(team?.entry ?? '{}') as { p: { account: string } };
    const salt = leafSalt(sha256, saltKey, team?.index ?? -1);
    expect(toBase64(fieldKey(sha256, salt, 'account'))).toBe(team?.accountKey);
    expect(commit(sha256, salt, 'account', bytesOf(team?.uid ?? ''))).toBe(p.account);
  });
});

describe('opens', () => {
  const key = fieldKey(sha256, saltKey, 'output');
  const bytes = bytesOf('{"action":"BUY"}');
  const commitment = commitUnder(sha256, key, bytes);

  it('is true for the bytes committed to and for no others', () => {
    expect(opens(sha256, commitment, key, bytes)).toBe(true);
    expect(opens(sha256, commitment, key, bytesOf('{"action":"BUY" }'))).toBe(false);
    expect(opens(sha256, commitment, fieldKey(sha256, saltKey, 'input'), bytes)).toBe(false);
  });

  it('is false for what is no commitment', () => {
    expect(opens(sha256, commitment.slice(1), key, bytes)).toBe(false);
    expect(opens(sha256, toBase64((fromBase64(commitment) ?? new Uint8Array(0)).subarray(1)), key, bytes)).toBe(false);
    expect(opens(sha256, '', key, bytes)).toBe(false);
  });
});
