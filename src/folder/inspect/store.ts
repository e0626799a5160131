/**
 * The read store beside its journal: whether they belong together, whether one of them lost something, and
 * whether rebuilding it would destroy what only it has. A store that lags its journal is ordinary: it catches up.
 */
import { type FoundJournal, markOf } from '../../sequencer/journal/find-journal.ts';
import { exchangeName } from '../../store/errors.ts';
import type { StoreFacts } from '../../store/inspect/facts.ts';
import { SCHEMA_VERSION } from '../../store/schema/tables.ts';
import { type Finding, note, refuse, refuseLoss, wrong } from './finding.ts';
import type { Inspection, Intent } from './inspection.ts';
import { PUT_BACK, type ReadableJournal, unreadableUpTo } from './journal.ts';
import { snapshotBeyond } from './snapshots.ts';

/** The commands every exchange begins with, before it can have made anything that only its store has. */
const FIRST_COMMANDS = 2;

/** The things that must not be lost, in words. */
const ONLY_THERE = 'API keys, account names and bodies of AI logs are in the read store and nowhere else';

export function storeFindings(facts: Inspection, intent: Intent): Finding[] {
  const broken = [...brokenStore(facts.store, intent)];
  if (broken.some(({ severity }) => severity === 'refuse')) return broken;
  return [...broken, ...besideJournal(facts, intent).filter((one) => one !== null)];
}

function besideJournal(facts: Inspection, intent: Intent): (Finding | null)[] {
  const { journal, store } = facts;
  if (journal.state === 'absent' || (journal.state === 'there' && journal.found.isNew)) return [missingJournal(facts)];
  // The content of a journal that can't be read is not guessed.
  if (journal.state !== 'there') return [];
  const { found } = journal;
  const outOfReach = withoutBeginning(facts, journal, intent);
  if (outOfReach !== null) return [outOfReach];
  if (store.state !== 'there') return [shortJournal(facts, found), missingStore(facts, found)];
  return [apart(facts, found), staleRows(store, found, intent), ...lostBodies(store, intent), ...payloads(store)];
}

function* brokenStore(store: StoreFacts, { isRunning }: Intent): Generator<Finding> {
  const { place, problem, damage, unchecked, version, inUseBy } = store;
  if (store.state === 'unreadable')
    yield refuse('unreadable-store', place, {
      found: `it can't be read: ${problem}`,
      means: 'The read store is damaged, is something else, or does not answer.',
      do: unreadableCure(store),
    });
  if (inUseBy !== '' && !isRunning)
    yield refuse('store-in-use', place, {
      found: `it is in use by ${inUseBy}`,
      means: 'Two exchanges on one database would write over each other.',
      do: 'Stop the other one, or give this one a database or schema of its own.',
    });
  if (version !== null && version !== SCHEMA_VERSION)
    yield refuse(version > SCHEMA_VERSION ? 'newer-store' : 'older-store', place, {
      found: `its tables have version ${version}, this program needs ${SCHEMA_VERSION}`,
      means: `A${version > SCHEMA_VERSION ? ' newer' : 'n older'} version of this program made it.`,
      do: 'Run that version, or begin in a new folder (--data), with a database of its own if it is PostgreSQL (--store).',
    });
  if (damage.length > 0)
    yield refuse('damaged-store', place, {
      found: `the check of the database found: ${damage.slice(0, 3).join('; ')}`,
      means: 'Pages of the file are not what was written: a fault of the disk, or somebody wrote into it.',
      do: unreadableCure(store),
    });
  if (unchecked.length > 0)
    yield note('unchecked-store', place, {
      found: `there was no time to check ${unchecked.join(', ')}`,
      means: 'The start checks for a bounded time only.',
      do: 'Run `outcry doctor --data DIR` now and then, which checks all of it.',
    });
}

function unreadableCure({ database }: StoreFacts): string {
  return database === 'postgres'
    ? 'See that PostgreSQL runs and the address is right; the exchange needs it at its start.'
    : `Restore outcry.db from a copy; one that is older than the journal catches up by itself. Without a copy, move it aside and keep it: ${ONLY_THERE}. The next start says how to go on without them.`;
}

function missingStore({ store, mark }: Inspection, { end: { sequence } }: FoundJournal): Finding | null {
  if (sequence <= FIRST_COMMANDS && (mark?.changes ?? 0) === 0) return null;
  return refuseLoss('no-store', store.place, sequence, {
    found: `there is ${store.state === 'absent' ? 'no such database' : 'nothing in it'}, and the journal holds ${sequence} commands`,
    means: `The read store was deleted, emptied, or is kept elsewhere (--store). ${ONLY_THERE}.`,
    do: 'Restore it from a copy, or name its place with --store.',
  });
}

/** Rows are made from a snapshot on, or from the first command. */
function withoutBeginning(
  { store, snapshots }: Inspection,
  journal: ReadableJournal,
  { rebuildStore }: Intent,
): Finding | null {
  const unreadable = unreadableUpTo(journal);
  const isReached =
    store.state === 'there' && snapshots.some(({ sequence }) => unreadable < sequence && sequence <= store.sequence);
  if (unreadable === 0 || (isReached && !rebuildStore)) return null;
  const found = isReached
    ? '--rebuild-store makes its rows from the first command on'
    : store.state === 'there'
      ? `it holds rows up to sequence ${store.sequence}, and no snapshot is that old`
      : 'there is no such database, or nothing in it';
  return refuse('moved-journal', store.place, {
    found: `${found}; the journal can be read from sequence ${unreadable + 1} on`,
    means: 'The commands its rows would be made of were moved away, or are lost.',
    do: `${PUT_BACK}${isReached ? ', or start without --rebuild-store' : ', or restore the newest copy of the read store'}.`,
  });
}

function missingJournal({ store, snapshots }: Inspection): Finding | null {
  const { place, sequence, keys, bodies, accounts, owner } = store;
  const hasStore = sequence > 0 || keys > 0 || bodies > 0 || accounts > 0 || owner !== '';
  const snapshot = snapshots.find(({ mark }) => mark !== null);
  if (!hasStore && snapshot === undefined) return null;
  const found = [
    'it holds no command',
    ...(hasStore
      ? [
          `${place}${owner === '' ? '' : ` belongs to ${exchangeName(owner)} and`} was made from ${sequence} (${keys} API keys, ${bodies} bodies of AI logs)`,
        ]
      : []),
    ...(snapshot === undefined ? [] : [`${snapshot.file} is the state after ${snapshot.sequence}`]),
  ];
  return refuse('no-journal', 'journal.log', {
    found: found.join(', and '),
    means: 'The journal was deleted, emptied or replaced, or what lies beside it is another exchange’s.',
    do: 'Restore journal.log from the newest copy, or give a new exchange a data folder and a database of its own.',
  });
}

/** Commands that the read store or a snapshot knows of, and the journal does not. */
function shortJournal({ store, snapshots }: Inspection, found: FoundJournal): Finding | null {
  const { end } = found;
  const { place, sequence } = store;
  const snapshot = snapshotBeyond(snapshots, found);
  const known = Math.max(sequence, snapshot?.sequence ?? 0);
  if (known <= end.sequence) return null;
  const rows = sequence > end.sequence ? [`${place} holds rows up to ${sequence}`] : [];
  const state = snapshot === null ? [] : [`${snapshot.file} is the state after ${snapshot.sequence}`];
  return refuseLoss('short-journal', 'journal.log', end.sequence, {
    found: [`it ends at sequence ${end.sequence}`, ...rows, ...state].join(', '),
    means: `Commands ${end.sequence + 1} to ${known} are gone from the journal, and some were answered: it was cut, or an older copy was put back.`,
    do: 'Restore the newest journal: journal.log and the folder `journal` beside it, as they were together.',
  });
}

function apart(facts: Inspection, found: FoundJournal): Finding | null {
  const { exchange, mark, store } = facts;
  const { end } = found;
  const { place, sequence, timeMs, owner } = store;
  const isOthers = owner !== '' && exchange !== '' && owner !== exchange;
  const timeInJournal = markOf(found, sequence)?.timeMs ?? null;
  const isFromAnother = timeInJournal !== null && sequence > 0 && timeInJournal !== timeMs;
  if (isOthers || isFromAnother)
    return refuse('other-journal', place, {
      found: isOthers
        ? `it belongs to ${exchangeName(owner)}, the journal to ${exchangeName(exchange)}`
        : `its sequence ${sequence} is of ${instant(timeMs)}, the journal's of ${instant(timeInJournal ?? 0)}`,
      means: 'Journal and read store are of different exchanges. Building it anew would destroy the other one’s.',
      do: 'Put together what belongs together, or give this journal a read store of its own with --store.',
    });
  if (owner !== '' && exchange === '')
    return refuse('no-journal', 'journal.log', {
      found: `it ends at sequence ${end.sequence}, before its AI log is opened; ${place} belongs to ${exchangeName(owner)}`,
      means: 'Nearly all of the journal is gone, or it is of another exchange.',
      do: 'Restore journal.log from the newest copy.',
    });
  const short = shortJournal(facts, found);
  if (short !== null) return short;
  if (store.lostWal)
    return refuseLoss('lost-wal', place, sequence, {
      found: `${place}-shm is there and ${place}-wal is not`,
      means: `The database was not closed in order, and the file with its latest changes was deleted. ${ONLY_THERE}.`,
      do: `Put ${place}-wal back beside it, or restore both files from a copy.`,
    });
  if (mark !== null && mark.changes > store.changes)
    return refuseLoss('lost-changes', place, mark.changes, {
      found: `it has seen ${store.changes} changes of keys and accounts, the folder remembers ${mark.changes}`,
      means: 'It is an older copy, or lost what was durable: keys that were given out are not in it, revoked ones are.',
      do: 'Restore the newest copy of the read store.',
    });
  return null;
}

/** Rows made of a command before it was set aside. */
function staleRows(
  { place, sequence }: StoreFacts,
  { setAsides }: FoundJournal,
  { rebuildStore }: Intent,
): Finding | null {
  const stale = [...setAsides].find(([at, { markedAt }]) => at <= sequence && sequence < markedAt);
  if (stale === undefined || rebuildStore) return null;
  return refuse('stale-store', place, {
    found: `it holds rows up to sequence ${sequence}, and command ${stale[0]} was set aside after that`,
    means: 'Its rows tell of a command that is passed over now, and of what that led to.',
    do: 'Start once with --rebuild-store, which makes them anew from the journal.',
  });
}

function* lostBodies(store: StoreFacts, { rebuildStore }: Intent): Generator<Finding> {
  const { place, bodiless, erased } = store;
  const [first] = bodiless;
  if (first !== undefined)
    yield refuseLoss('no-bodies', place, first, {
      found: `the bodies of AI logs ${bodiless.slice(0, 5).join(', ')}${bodiless.length > 5 ? ' and more' : ''} are gone`,
      means: 'Their leaves can no longer be opened: somebody deleted rows, or the store was put together from parts.',
      do: 'Restore the read store from a copy that has them.',
    });
  if (rebuildStore && erased > 0)
    yield refuseLoss('lost-facts', place, erased, {
      found: `${erased} AI logs have no body any more, and --rebuild-store would read theirs again`,
      means: 'What their bodies said (warnings, decisions, links) is kept only in the rows that would be dropped.',
      do: 'Start without --rebuild-store.',
    });
}

/** Tables that only judges and teams read stop no exchange. */
function* payloads({ place, lostPayloads: lost, alteredPayloads: altered }: StoreFacts): Generator<Finding> {
  if (lost.length > 0)
    yield note('lost-evidence', place, {
      found: `${named(lost)} ${lost.length === 1 ? 'is' : 'are'} gone`,
      means: 'The log names them by their SHA-256, and nothing else has them: somebody deleted rows.',
      do: 'Bring the rows back from a copy of the read store. Whoever sent a file may still have it.',
    });
  if (altered.length > 0)
    yield wrong('altered-evidence', place, {
      found: `${named(altered)} ${altered.length === 1 ? 'does' : 'do'} not have the SHA-256 under which it is kept`,
      means: 'Somebody changed rows in the database. What judges read there is not what was sent.',
      do: 'Find out who writes into the database, and bring the rows back from a copy of the read store.',
    });
}

function named(all: readonly string[]): string {
  return `${all.slice(0, 3).join('; ')}${all.length > 3 ? `; and ${all.length - 3} more` : ''}`;
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
