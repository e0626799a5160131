/**
 * A witness of AI logs (docs/ai-log.md 15): cosigns what continues the tree it cosigned before, and remembers that for
 * good before it answers. One folder is one witness: its key, its name, and a file for each log it has seen.
 */
import { createPublicKey, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { parseCheckpointBody } from '../../core/log/checkpoint.ts';
import {
  bodyOfNote,
  cosignatureLine,
  cosignedText,
  parseVerifierKey,
  type VerifierKey,
  verifierKeyText,
} from '../../core/log/note.ts';
import { parsePolicy } from '../../core/log/policy.ts';
import { judgeCheckpoint, type Seen, type WitnessAnswer } from '../../core/log/witness.ts';
import { toHex } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { realDisk, writeDurably } from '../../sequencer/disk/disk.ts';
import { sha256 } from '../../store/sha256.ts';
import { makeFolder } from '../../folder/disk/make-folder.ts';
import { logKey } from '../../folder/disk/log-key.ts';
import { nameOfWitness } from './witness-name.ts';

const NAME_DIGITS = 32;
const PUBLIC_BYTES = 32;
const MS = 1_000;

export interface Witness {
  /** Its verifier key, for the policies of those who believe it. */
  readonly vkey: string;
  /** By name: how much of each log it has cosigned. */
  sizes(): ReadonlyMap<string, number>;
  /** Cosignatures are made one after the other. A 200 has the line of the cosignature. */
  add(text: string): Promise<Exclude<WitnessAnswer, { readonly status: 200 }> | { status: 200; line: string }>;
}

export interface WitnessParts {
  readonly folder: string;
  /** Its name; null: as before. */
  readonly name: string | null;
  /** The logs it witnesses, as a C2SP tlog-policy. */
  readonly policy: string;
  readonly nowMs: () => number;
}

/** @throws Error with what is wrong with the policy, the name or the folder */
export async function openWitness({ folder, name, policy, nowMs }: WitnessParts): Promise<Witness> {
  const parsed = parsePolicy(sha256, policy);
  if (!parsed.ok) throw new Error(parsed.why);
  const { logs } = parsed.policy;
  if (logs.length === 0) throw new Error('the policy names no log, so there is nothing to witness');
  makeFolder(folder);
  const called = await nameOfWitness(folder, name);
  const key = logKey(join(folder, 'witness-key'));
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const vkey = verifierKeyText(sha256, called, 'cosignature', new Uint8Array(der.subarray(-PUBLIC_BYTES)));
  const mine = parseVerifierKey(sha256, vkey) as VerifierKey;
  const origins = [...new Set(logs.map((log) => log.name))];
  const known = new Map<string, Seen>();
  for (const origin of origins) {
    const found = readSeen(pathOf(folder, origin), origin);
    if (found !== null) known.set(origin, found);
  }

  const add = async (text: string): ReturnType<Witness['add']> => {
    const seen = (origin: string): Seen | null => known.get(origin) ?? null;
    const answer = judgeCheckpoint({ sha256, verify: verifyEd25519, logs, seen }, text);
    if (answer.status !== 200) return answer;
    const { head, body } = answer;
    const seconds = BigInt(Math.floor(nowMs() / MS));
    const line = cosignatureLine(mine, seconds, sign(null, Buffer.from(cosignedText(body, seconds)), key));
    await writeDurably(realDisk, pathOf(folder, head.origin), encodeUtf8(`${body}\n${line}`));
    known.set(head.origin, head);
    return { status: 200, line };
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    vkey,
    sizes: () => new Map(origins.map((origin) => [origin, known.get(origin)?.size ?? 0])),
    add(text) {
      const answer = last.then(() => add(text));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

function pathOf(folder: string, origin: string): string {
  return join(folder, `log-${toHex(sha256(encodeUtf8(origin))).slice(0, NAME_DIGITS)}`);
}

/** The last cosigned checkpoint. A file that can't be read isn't a reason to start over: that would cosign a fork. */
function readSeen(path: string, origin: string): Seen | null {
  if (!existsSync(path)) return null;
  const body = bodyOfNote(readFileSync(path, 'utf8'));
  const head = body === null ? null : parseCheckpointBody(body);
  if (head?.origin === origin) return head;
  throw new Error(
    `${path} is no checkpoint of ${origin} any more: restore it from a copy. Without it this witness would not know what ` +
      'it has cosigned; whoever removes it has to give the witness another folder, and so another key.',
  );
}
