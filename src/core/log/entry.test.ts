// Headers, entries and leaf hashes against the seven-leaf log of the vectors, and their size limits.
import { describe, expect, it } from 'vitest';
import type { LogEntryVector } from '../../../test/ailog-vectors.ts';
import { bytesOf, hexBytes, sha256, vectors } from '../../../test/ailog-vectors.ts';
import { toHex } from '../text/bytes.ts';
import type { Canonical } from '../text/canonical.ts';
import { fieldKey, leafSalt, opens } from './commit.ts';
import type { PublicKind } from './entry.ts';
import { blindedLeaf, MAX_PAYLOAD_BYTES, payloadFits, publicLeaf, sealHeader } from './entry.ts';
import type { AccountHeader, BlindedHeader, BlindedKind, OrderHeader } from './header.ts';
import { aiLogHeader, uploadKeys } from './header.ts';
import { leafHash } from './merkle.ts';
import { parseUpload } from './upload.ts';

const { entries, saltKeyHex } = vectors.log;
const saltKey = hexBytes(saltKeyHex);
const named = (vector: LogEntryVector) => [vector.index, vector.kind, vector] as const;
const at = (index: number): LogEntryVector => entries[index] as LogEntryVector;

interface EntryShape {
  readonly h?: string;
  readonly p?: Canonical;
  readonly t: number;
}

describe('leaves of the log', () => {
  const blinded = entries.filter((vector) => vector.header !== undefined);
  const open = entries.filter((vector) => vector.header === undefined);

  it('are seven, five of them blinded', () => {
    expect([blinded.length, open.length]).toEqual([5, 2]);
  });

  it.each(blinded.map(named))('%i (%s): header, h, entry and hash', (_, kind, vector) => {
    const header = JSON.parse(vector.header ?? '') as BlindedHeader;
    const sealed = sealHeader(sha256, hexBytes(vector.saltHex ?? ''), header);
    const { h, t } = JSON.parse(vector.entry) as EntryShape;
    expect(sealed).toEqual({ header: vector.header, h });
    const leaf = blindedLeaf(sha256, kind as BlindedKind, sealed.h, t);
    expect(leaf.entry).toBe(vector.entry);
    expect(toHex(leaf.hash)).toBe(vector.leafHash);
  });

  it.each(open.map(named))('%i (%s): entry and hash', (_, kind, vector) => {
    const { p, t } = JSON.parse(vector.entry) as EntryShape;
    const leaf = publicLeaf(sha256, kind as PublicKind, p as Canonical, t);
    expect(leaf.entry).toBe(vector.entry);
    expect(toHex(leaf.hash)).toBe(vector.leafHash);
  });

  it('follow from the facts of an order and of an allowlist change', () => {
    const account: AccountHeader = { kind: 'account', v: 1, uid: '1000001', allowed: true, reason: 'team t7 approved' };
    expect(sealHeader(sha256, leafSalt(sha256, saltKey, 1), account).header).toBe(at(1).header);
    const order: OrderHeader = {
      kind: 'order',
      v: 1,
      uid: '1000001',
      keyId: 'ak_1',
      channel: 'api',
      orderId: '700000000000010',
      clientOid: vectors.log.clientOid,
      symbol: 'cmt_btcusdt',
      type: '1',
      orderType: '0',
      matchPrice: '0',
      size: '0.0100',
      price: '91000.0',
      triggerPrice: null,
      parentOrderId: null,
    };
    expect(sealHeader(sha256, leafSalt(sha256, saltKey, 4), order).header).toBe(at(4).header);
  });
});

describe('AI logs of the log', () => {
  const logs = entries.filter((vector) => vector.kind === 'ailog');

  it('are two', () => {
    expect(logs).toHaveLength(2);
  });

  it.each(logs.map(named))('%i (%s): from the raw body to slices, header and keys', (_, __, vector) => {
    const body = bytesOf(vector.body ?? '');
    const salt = hexBytes(vector.saltHex ?? '');
    const upload = parseUpload(body);
    if (!upload.ok) throw new Error(`refused: ${upload.cause}`);
    const textOf = (slice: readonly [number, number] | null): string =>
      new TextDecoder().decode(body.subarray(...(slice ?? [0, 0])));
    const { input, output, explanation } = upload.slices;
    expect({ input: textOf(input), output: textOf(output), explanation: textOf(explanation) }).toEqual(vector.slices);
    expect(upload.warnings).toEqual(vector.warnings);
    expect(toHex(sha256(body))).toBe(vector.bodySha256);
    const { orderId, stage, model } = upload;
    const header = aiLogHeader(sha256, salt, body, upload.slices, {
      uid: '1000001',
      keyId: 'ak_1',
      orderId,
      stage,
      model,
      sig: null,
    });
    expect(sealHeader(sha256, salt, header).header).toBe(vector.header);
    expect(uploadKeys(sha256, salt)).toEqual(vector.keys);
    expect(opens(sha256, header.output, fieldKey(sha256, salt, 'output'), bytesOf(vector.slices?.output ?? ''))).toBe(
      true,
    );
  });

  it('have no commitment to an explanation that was not given', () => {
    const body = bytesOf('{"stage":"s","model":"m","input":{},"output":{},"explanation":null}');
    const upload = parseUpload(body);
    if (!upload.ok) throw new Error(`refused: ${upload.cause}`);
    const header = aiLogHeader(sha256, saltKey, body, upload.slices, {
      uid: '1',
      keyId: 'k',
      orderId: null,
      stage: 's',
      model: 'm',
      sig: null,
    });
    expect(header.explanation).toBeNull();
  });
});

describe('limits', () => {
  const payloadOf = (bytes: number): Canonical => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

  it('a public payload has at most 60 000 bytes', () => {
    expect(payloadFits(payloadOf(MAX_PAYLOAD_BYTES))).toBe(true);
    expect(payloadFits(payloadOf(MAX_PAYLOAD_BYTES + 1))).toBe(false);
    expect(payloadFits({ text: 'é'.repeat(30_000) })).toBe(false);
    expect(publicLeaf(sha256, 'ruleset', payloadOf(MAX_PAYLOAD_BYTES), 1).entry.length).toBeGreaterThan(
      MAX_PAYLOAD_BYTES,
    );
    expect(() => publicLeaf(sha256, 'ruleset', payloadOf(MAX_PAYLOAD_BYTES + 1), 1)).toThrow(RangeError);
  });

  it('an entry has at most 65 535 bytes', () => {
    expect(() => blindedLeaf(sha256, 'ailog', 'x'.repeat(65_600), 1)).toThrow(RangeError);
  });
});

describe('leafHash', () => {
  it('is RFC 6962’s for the published inputs', () => {
    const { leafInputsHex, leafHashes, single } = vectors.rfc6962;
    expect(leafInputsHex.map((hex) => toHex(leafHash(sha256, hexBytes(hex))))).toEqual(leafHashes);
    expect(leafHashes).toHaveLength(8);
    expect(toHex(leafHash(sha256, bytesOf('L123456')))).toBe(single.leafOfL123456);
  });
});
