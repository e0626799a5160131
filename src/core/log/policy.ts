// A verifier's trust (C2SP tlog-policy): the logs it knows, the witnesses, and which of them must have cosigned.
import type { Sha256 } from '../text/bytes.ts';
import { type Checked, parseVerifierKey, unsound, type VerifierKey } from './note.ts';

export const NO_WITNESS = 'none';
const SPACE = /[ \t]+/;
const NUMBER = /^[1-9][0-9]{0,3}$/;
/** Tab, newline, printable ASCII, and everything above it. */
const CHARACTERS = /^[\t\n\x20-\x7e\u0080-\uffff]*$/;

interface Group {
  readonly needed: number;
  readonly members: readonly string[];
}

export interface Policy {
  readonly logs: readonly VerifierKey[];
  /** By their names in the policy. */
  readonly witnesses: ReadonlyMap<string, VerifierKey>;
  /** Addresses of the witnesses, where one is given, by name. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, Group>;
  /** Name of a witness or a group, or `none`. */
  readonly quorum: string;
}

/**
 * A policy that believes these logs.
 * @param witnesses its other lines, which say who else is believed and end with a quorum; without them, no witness is
 * needed
 */
export function policyText(vkeys: readonly string[], url: string | null, witnesses = 'quorum none\n'): string {
  return `${vkeys.map((vkey) => `log ${vkey}${url === null ? '' : ` ${url}`}\n`).join('')}${witnesses}`;
}

interface Reading {
  readonly sha256: Sha256;
  readonly logs: VerifierKey[];
  readonly witnesses: Map<string, VerifierKey>;
  readonly addresses: Map<string, string>;
  readonly groups: Map<string, Group>;
  readonly members: Set<string>;
  quorum: string | null;
}

/** The policy that a file holds, or which line is wrong. */
export function parsePolicy(sha256: Sha256, text: string): Checked<{ readonly policy: Policy }> {
  if (!CHARACTERS.test(text)) return unsound('the policy has a control character');
  const reading: Reading = {
    sha256,
    logs: [],
    witnesses: new Map(),
    addresses: new Map(),
    groups: new Map(),
    members: new Set(),
    quorum: null,
  };
  for (const [at, line] of text.split('\n').entries()) {
    const [word = '', ...rest] = line.split(SPACE).filter((part) => part !== '');
    if (word === '' || word.startsWith('#')) continue;
    const fault = readLine(reading, word, rest);
    if (fault !== null) return unsound(`line ${at + 1} of the policy: ${fault}`);
  }
  const { logs, witnesses, addresses, groups, quorum } = reading;
  if (quorum === null) return unsound('the policy has no quorum line');
  return { ok: true, policy: { logs, witnesses, addresses, groups, quorum } };
}

function readLine(reading: Reading, word: string, rest: readonly string[]): string | null {
  switch (word) {
    case 'log':
      return readLog(reading, rest);
    case 'witness':
      return readWitness(reading, rest);
    case 'group':
      return readGroup(reading, rest);
    case 'quorum':
      return readQuorum(reading, rest);
    default:
      return `'${word}' is none of log, witness, group, quorum`;
  }
}

function readLog({ sha256, logs }: Reading, [vkey = '', ...rest]: readonly string[]): string | null {
  const key = parseVerifierKey(sha256, vkey);
  if (key?.signing !== 'note') return `'${vkey}' is no verifier key of a log`;
  if (rest.length > 1) return 'a log has a key and at most an address';
  if (isAmong(logs, key)) return 'a log is there twice';
  logs.push(key);
  return null;
}

function readWitness({ sha256, witnesses, addresses, groups }: Reading, parts: readonly string[]): string | null {
  const [name = '', vkey = '', ...rest] = parts;
  const key = parseVerifierKey(sha256, vkey);
  if (key?.signing !== 'cosignature') return `'${vkey}' is no verifier key of a witness`;
  if (rest.length > 1) return 'a witness has a name, a key and at most an address';
  if (name === NO_WITNESS || witnesses.has(name) || groups.has(name)) return `the name '${name}' is taken`;
  if (isAmong([...witnesses.values()], key)) return 'a witness is there twice';
  witnesses.set(name, key);
  if (rest[0] !== undefined) addresses.set(name, rest[0]);
  return null;
}

function isAmong(keys: readonly VerifierKey[], { publicKey }: VerifierKey): boolean {
  return keys.some((one) => one.publicKey.join() === publicKey.join());
}

function readGroup({ witnesses, groups, members }: Reading, parts: readonly string[]): string | null {
  const [name = '', count = '', ...named] = parts;
  if (name === '' || name === NO_WITNESS || witnesses.has(name) || groups.has(name))
    return `the name '${name}' is taken`;
  const needed = count === 'any' ? 1 : count === 'all' ? named.length : NUMBER.test(count) ? Number(count) : 0;
  if (needed < 1 || needed > named.length) return `'${count}' of ${named.length} is no group`;
  for (const member of named) {
    if (!witnesses.has(member) && !groups.has(member)) return `'${member}' is not known before`;
    if (members.has(member)) return `'${member}' is in a group already`;
    members.add(member);
  }
  groups.set(name, { needed, members: named });
  return null;
}

function readQuorum(reading: Reading, [name = '', ...rest]: readonly string[]): string | null {
  const { witnesses, groups } = reading;
  if (reading.quorum !== null) return 'a second quorum';
  if (rest.length > 0 || !(name === NO_WITNESS || witnesses.has(name) || groups.has(name)))
    return `'${[name, ...rest].join(' ')}' is no witness or group`;
  reading.quorum = name;
  return null;
}

/** Whether these witnesses, by their names in the policy, are enough. */
export function isQuorum({ groups, quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  // A group names only what was defined before it, so its members are decided first.
  const seen = new Set(cosigned);
  for (const [name, { needed, members }] of groups)
    if (members.filter((member) => seen.has(member)).length >= needed) seen.add(name);
  return quorum === NO_WITNESS || seen.has(quorum);
}
