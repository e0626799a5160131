/**
 * Judges a data folder as a whole: what is known of it against what is wanted of it. Pure; the start refuses by it
 * before anything is written, and `outcry doctor` prints it.
 */
import type { FolderFacts, Intent } from './facts.ts';
import type { Finding } from './finding.ts';
import { judgeBeginning } from './judge-beginning.ts';
import { judgeClosed } from './judge-closed.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeJournal } from './judge-journal.ts';
import { judgeSnapshots } from './judge-snapshots.ts';
import { judgeStore } from './judge-store.ts';

export function judgeFolder(facts: FolderFacts, intent: Intent): Finding[] {
  return [
    ...judgeJournal(facts.journal, intent.isRunning),
    ...judgeBeginning(facts, intent),
    ...judgeClosed(facts.journal),
    ...judgeSnapshots(facts),
    ...judgeStore(facts, intent),
    ...judgeFiles(facts, intent),
  ];
}
