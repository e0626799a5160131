/** Fields of the commands that only put something about a contest on record: notices and reports. */
import { CONTEST_ID, NOTICE_TEXT, VERDICT } from './contest-config.ts';
import { BOOLEAN, base64, hex, integer, listOf, oneOf, recordOf, text } from './kinds.ts';

const COUNT = integer(0, Number.MAX_SAFE_INTEGER);
const BY = text(1, 64);

export const POST_NOTICE = { contest: CONTEST_ID, text: NOTICE_TEXT, pinned: BOOLEAN, actor: BY };

/** `notice` is the index of its leaf. */
export const CHANGE_NOTICE = {
  contest: CONTEST_ID,
  notice: COUNT,
  change: oneOf('pinned', 'unpinned', 'withdrawn'),
  actor: BY,
};

/** The part of a report that phases and boards depend on; the report itself is a payload. */
export const RECORD_REPORT = {
  contest: CONTEST_ID,
  logSize: COUNT,
  root: base64(32),
  ruleset: hex(64),
  reportSha256: hex(64),
  teams: listOf(
    recordOf({
      team: CONTEST_ID,
      verdict: VERDICT,
      coveredPpm: integer(0, 1_000_000),
      grades: recordOf({ A: COUNT, B: COUNT, C: COUNT, D: COUNT, U: COUNT, X: COUNT }),
    }),
    1_000,
  ),
};
