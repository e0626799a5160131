/** A state that is gone on from, as far as a reader of the journal after it needs to know. */
import type { Position } from '../../sequencer/record.ts';
import type { JournalWords } from '../../snapshots/format.ts';

export interface LookFrom {
  readonly after: Position;
  /** Its words on the journal's beginning, which may not be there any more. */
  readonly words: JournalWords;
}
