// Signatures of AI logs by vectors that anybody can hold a program against: the exchange's own check, what the client
// signs, and the program of examples/ that shares no code with either.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/vectors/signature.json' with { type: 'json' };
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { logSigner } from '../../client/log-key.ts';
import { toHex } from '../text/bytes.ts';
import { isSignedBy, signedBytes } from './signature.ts';

const hashOf = (body: string): Uint8Array => createHash('sha256').update(body).digest();

describe('a signature of an AI log', () => {
  it.each(vectors.cases)('$what: $valid', ({ publicKey, body, sig, valid }) => {
    expect(isSignedBy(publicKey, sig, hashOf(body), verifyEd25519)).toBe(valid);
  });

  it.each(vectors.cases.filter(({ valid }) => valid))('is made by the client: $body', async (one) => {
    expect(toHex(signedBytes(hashOf(one.body)))).toBe(one.message);
    expect(await logSigner(one.logKey!)(one.body)).toBe(one.sig);
    expect(await logSigner(one.logKey!)(new TextEncoder().encode(one.body))).toBe(one.sig);
  });

  it('is made with nothing that is no key, and says no part of it', () => {
    for (const none of ['', 'AAAA', `${vectors.cases[0]!.logKey!}AAAA`, 'secret?'])
      expect(() => logSigner(none)).toThrow('a key for AI logs is 32 bytes as base64, as `outcry ailog key` makes it');
  });

  const hasPython = spawnSync('python3', ['-c', '']).status === 0;
  it.skipIf(!hasPython)('is judged alike by the program that shares no code (needs Python)', () => {
    const examples = join(import.meta.dirname, '../../../examples');
    const program = [
      'import base64, hashlib, json, sys',
      `sys.path.insert(0, ${JSON.stringify(examples)})`,
      'from check_log import is_signed',
      'def judged(one):',
      '    message = b"outcry/ailog/v1\\n" + hashlib.sha256(one["body"].encode()).digest()',
      '    try: key, sig = (base64.b64decode(one[name], validate=True) for name in ("publicKey", "sig"))',
      '    except ValueError: return False',
      '    return is_signed(key, message, sig)',
      'print(json.dumps([judged(one) for one in json.load(sys.stdin)["cases"]]))',
    ].join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(vectors) });
    expect(stderr.toString()).toBe('');
    expect(JSON.parse(stdout.toString())).toEqual(vectors.cases.map(({ valid }) => valid));
  });
});
