/**
 * The log of this exchange, opened leaf by leaf with what the store keeps, as a report and a bundle need it. A leaf
 * that does not open is reported and ends it: nothing is judged or handed out that would not hold elsewhere.
 */
import { fieldKey, leafSalt } from '../../core/log/commit.ts';
import { uploadKeys } from '../../core/log/header.ts';
import { readEntry } from '../../core/log/read-entry.ts';
import { toBase64 } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { type Given, openLeaf } from '../../core/verification/open-leaf.ts';
import { createPastRoots, type PastRoots } from '../../core/verification/past-roots.ts';
import type { LeafRecord } from '../../core/verification/records.ts';
import type { Database } from '../../store/database/db.ts';
import { sha256 } from '../../store/sha256.ts';
import { bodyOf, minuteOf, type StoredLeaf, storedLeaves } from '../../store/evidence/stored-leaves.ts';
import { EvidenceBroken } from '../../store/errors.ts';

/** The facts of the state by which leaves are opened. */
export interface LogFacts {
  readonly contest: string;
  readonly size: number;
  readonly saltKey: Uint8Array;
  /** Accounts of the contest's teams, by team. */
  readonly accounts: ReadonlyMap<string, string>;
  /** The same, without the teams. */
  readonly uids: ReadonlySet<string>;
}

export interface OpenedLeaf {
  readonly stored: StoredLeaf;
  readonly record: LeafRecord;
  /** The parts that opened it. */
  readonly given: Given;
}

/** Every leaf below the size, opened; `roots` takes them in. @throws EvidenceBroken */
export async function* openedLog(
  database: Database,
  facts: LogFacts,
  roots: PastRoots = createPastRoots(sha256),
): AsyncGenerator<OpenedLeaf> {
  try {
    for await (const stored of storedLeaves(database, facts.size)) {
      roots.add(stored.hash);
      const entry = readEntry(stored.entry);
      if (entry === null) throw new EvidenceBroken(`leaf ${stored.index}: its entry is no entry of a log`);
      const given = await givenOf(database, facts, stored, 'payload' in entry ? entry.payload : null);
      const { record, fault } = openLeaf(sha256, stored.index, entry, given);
      if (fault !== null) throw new EvidenceBroken(fault);
      yield { stored, record, given };
    }
  } catch (error) {
    throw error instanceof RangeError ? new EvidenceBroken(error.message) : error;
  }
}

type Payload = { readonly [name: string]: unknown };

/** All that the store and the state can open it with. Of accounts that aren't a team's, bodies are left closed. */
async function givenOf(
  database: Database,
  { contest, saltKey, accounts, uids }: LogFacts,
  stored: StoredLeaf,
  payload: Payload | null,
): Promise<Given> {
  const { index, kind, header } = stored;
  const keyOf = (field: 'header' | 'account'): string =>
    toBase64(fieldKey(sha256, leafSalt(sha256, saltKey, index), field));
  if (payload !== null) {
    const uid = kind === 'team' && payload['contest'] === contest ? accounts.get(String(payload['team'])) : undefined;
    return uid === undefined ? {} : { key: keyOf('account'), uid };
  }
  if (header === null) return {};
  if (kind === 'ailog') return givenOfLog(database, uids, stored, header);
  const given = { header, key: keyOf('header') };
  if (kind !== 'minute') return given;
  const of = JSON.parse(header) as { readonly contest: string; readonly at: number };
  const minute = of.contest === contest ? await minuteOf(database, of.contest, of.at) : null;
  return minute === null ? given : { ...given, minute: encodeUtf8(minute) };
}

async function givenOfLog(
  database: Database,
  uids: ReadonlySet<string>,
  stored: StoredLeaf,
  header: string,
): Promise<Given> {
  const found = await bodyOf(database, stored);
  if (found === null) return {};
  const keys = uploadKeys(sha256, found.salt);
  const given = { header, key: keys.header };
  return uids.has(String(stored.uid)) ? { ...given, keys, body: found.body } : given;
}
