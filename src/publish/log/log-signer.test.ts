import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckpoint } from '../../core/log/checkpoint.ts';
import { parsePolicy, policyText } from '../../core/log/policy.ts';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { sha256 } from '../../store/sha256.ts';
import { dataFolder } from '../../folder/disk/data-folder.ts';
import { createLogSigner } from './log-signer.ts';

const ORIGIN = 'outcry.test/ailog';
const BODY = `${ORIGIN}\n3\n${Buffer.alloc(32, 5).toString('base64')}\n`;
let path: string;
beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), 'outcry-signer-'));
});
afterAll(() => rmSync(path, { recursive: true, force: true }));

/** A program that signs with a key of its own, or answers `says` to whatever it is asked for. */
function program(name: string, says: string | null = null): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const text = `#!${process.execPath}
const { createPrivateKey, createPublicKey, sign } = require('node:crypto');
const key = createPrivateKey(${JSON.stringify(pem)});
const asked = process.argv[2];
if (${JSON.stringify(says)} !== null) process.stdout.write(${JSON.stringify(says)} ?? '');
else if (asked === 'public') process.stdout.write(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'));
else {
  const parts = [];
  process.stdin.on('data', (part) => parts.push(part));
  process.stdin.on('end', () => process.stdout.write(sign(null, Buffer.concat(parts), key).toString('base64')));
}
`;
  const file = join(path, `${name}.cjs`);
  writeFileSync(file, text);
  chmodSync(file, 0o700);
  return file;
}

const folder = () => dataFolder(path);

describe('a program that signs for the AI log', () => {
  it('gives the key the log is opened with, and a checkpoint that verifies under it', async () => {
    const signer = createLogSigner(folder(), program('fine'));
    const vkey = await signer.newKey(ORIGIN, true);
    const note = await signer.signNote(BODY, [vkey]);
    const policy = parsePolicy(sha256, policyText([vkey], null));
    if (!policy.ok) throw new Error(policy.why);
    expect(openCheckpoint(note, policy.policy, verifyEd25519)).toMatchObject({ ok: true, head: { size: 3 } });
    expect(openCheckpoint(note.replace('\n3\n', '\n4\n'), policy.policy, verifyEd25519)).toMatchObject({ ok: false });
  });

  it('that signs with another key is found before anybody sees the note', async () => {
    const vkey = await createLogSigner(folder(), program('one')).newKey(ORIGIN, true);
    await expect(createLogSigner(folder(), program('two')).signNote(BODY, [vkey])).rejects.toThrow('another key');
  });

  it.each([
    ['nothing', ''],
    ['too few bytes', 'AAAA'],
    ['no base64', '{"error":"locked"}'],
  ])('that answers %s is named, with what it said', async (what, says) => {
    const vkey = await createLogSigner(folder(), program('good')).newKey(ORIGIN, true);
    const signer = createLogSigner(folder(), program(`says-${what.replaceAll(' ', '-')}`, says));
    await expect(signer.signNote(BODY, [vkey])).rejects.toThrow('64 bytes in base64 are needed');
    await expect(signer.newKey(ORIGIN, true)).rejects.toThrow('32 bytes in base64 are needed');
  });

  it('that is not there is named', async () => {
    const signer = createLogSigner(folder(), join(path, 'absent'));
    await expect(signer.newKey(ORIGIN, true)).rejects.toThrow('failed');
  });
});
