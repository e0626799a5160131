/**
 * Signs for the AI log (docs/ai-log.md 15): with the keys in the data folder, or by a program that has them, so that
 * they need not be on this machine. What was signed is verified before anyone sees it.
 *
 * The program is called with one argument: `public`, and it prints the 32 bytes of the public key in base64; or a
 * verifier key, and it reads what to sign on standard input and prints the 64 bytes of the signature in base64.
 */
import { execFile } from 'node:child_process';
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { parseVerifierKey, signatureLine, type VerifierKey, verifierKeyText } from '../../core/log/note.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { sha256 } from '../../store/sha256.ts';
import { type DataFolder, secretFile } from '../../folder/disk/data-folder.ts';
import { drawKey, logKey, verifierKey } from '../../folder/disk/log-key.ts';

export interface LogSigner {
  /** A verifier key to open the log with, or to announce: its private key is there from now on. */
  newKey(origin: string, isFirst: boolean): Promise<string>;
  /**
   * The note with the signatures of these keys, of which the last must sign.
   * @throws Error that says which key is missing
   */
  signNote(body: string, vkeys: readonly string[]): Promise<string>;
}

const SIGNER_MS = 5_000;
const BASE64 = /^[A-Za-z0-9+/]+=*\s*$/;

/** @param program that signs; null: the files of the folder */
export function createLogSigner(folder: DataFolder, program: string | null): LogSigner {
  const by = program === null ? filesOf(folder) : programOf(program);
  return {
    newKey: by.newKey,
    async signNote(body, vkeys) {
      let note = `${body}\n`;
      for (const [at, vkey] of vkeys.entries()) {
        const key = keyIn(vkey);
        try {
          note += signatureLine(key, verified(key, body, await by.sign(vkey, body)));
        } catch (error) {
          // Another key that signs for its last week may be lost; the newest may not.
          if (at === vkeys.length - 1) throw error;
        }
      }
      return note;
    },
  };
}

interface Signing {
  readonly newKey: LogSigner['newKey'];
  readonly sign: (vkey: string, body: string) => Promise<Uint8Array>;
}

function filesOf(folder: DataFolder): Signing {
  const known = new Map<string, KeyObject>();
  const keyOf = (vkey: string): KeyObject => {
    const found = known.get(vkey) ?? readKey(folder, vkey);
    known.set(vkey, found);
    return found;
  };
  return {
    async newKey(origin, isFirst) {
      if (isFirst) return verifierKey(origin, logKey(folder.logKey));
      return makeAnother(folder, origin);
    },
    sign: async (vkey, body) => sign(null, Buffer.from(body), keyOf(vkey)),
  };
}

/** The file of a key that was announced later is called after its id. */
function laterPath({ logKey: first }: DataFolder, vkey: string): string {
  return `${first}-${keyIn(vkey).id}`;
}

/** Another key, in a file called after its id. */
function makeAnother(folder: DataFolder, origin: string): string {
  const pem = drawKey();
  const vkey = verifierKey(origin, createPrivateKey(pem));
  secretFile(laterPath(folder, vkey), () => pem);
  return vkey;
}

function readKey(folder: DataFolder, vkey: string): KeyObject {
  const { name } = keyIn(vkey);
  for (const path of [laterPath(folder, vkey), folder.logKey]) {
    const key = existsSync(path) ? logKey(path) : null;
    if (key !== null && verifierKey(name, key) === vkey) return key;
  }
  throw new Error(
    `the AI log's key ${vkey} is not in ${folder.path}: restore it from a copy, or announce another with \`outcry log rotate\``,
  );
}

function programOf(program: string): Signing {
  const run = (argument: string, input: string, bytes: number): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const done = (error: Error | null, stdout: string): void => {
        const answer = BASE64.test(stdout) ? Buffer.from(stdout.trim(), 'base64') : null;
        if (error !== null) reject(new Error(`the signer ${program} failed: ${error.message}`));
        else if (answer?.length !== bytes)
          reject(
            new Error(`the signer ${program} printed '${stdout.slice(0, 80)}', ${bytes} bytes in base64 are needed`),
          );
        else resolve(answer);
      };
      const child = execFile(program, [argument], { timeout: SIGNER_MS, maxBuffer: 4_096 }, done);
      child.stdin?.on('error', () => undefined).end(input);
    });
  return {
    newKey: async (origin) => verifierKeyText(sha256, origin, 'note', await run('public', '', 32)),
    sign: (vkey, body) => run(vkey, body, 64),
  };
}

function verified(key: VerifierKey, body: string, signature: Uint8Array): Uint8Array {
  if (verifyEd25519({ publicKey: key.publicKey, message: encodeUtf8(body), signature })) return signature;
  throw new Error(`what signed for ${key.name} has another key than ${key.id}`);
}

function keyIn(vkey: string): VerifierKey {
  const key = parseVerifierKey(sha256, vkey);
  if (key === null) throw new Error(`'${vkey}' is no verifier key`);
  return key;
}
