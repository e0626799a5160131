/** All verbs, under the headings they are shown by. */
import { accountVerbs } from './account.ts';
import { adminVerbs } from './admin-verbs.ts';
import { aiLogVerbs } from './ailog.ts';
import { allowlistVerbs } from './allowlist.ts';
import { auditVerb } from './audit.ts';
import { backupVerbs } from './backup.ts';
import { branchVerbs } from './branch.ts';
import { brandVerbs } from './brand.ts';
import { caseVerbs } from './case.ts';
import { checkupVerb } from './checkup.ts';
import { clockVerbs, drivenClockVerbs } from './clock.ts';
import { clusterVerbs } from './cluster.ts';
import { compareVerb } from './cluster-compare.ts';
import { recoverVerb } from './cluster-recover.ts';
import { contestVerbs } from './contest.ts';
import { contractVerbs } from './contract.ts';
import { copyVerbs } from './copy.ts';
import { doctorVerb } from './doctor.ts';
import { faultsVerbs } from './faults.ts';
import { feesVerbs } from './fees.ts';
import { hashVerb } from './hash.ts';
import { initVerb } from './init.ts';
import { journalVerbs } from './journal.ts';
import { keyVerbs } from './key.ts';
import { logVerbs } from './log.ts';
import { marketVerbs } from './market.ts';
import { mcpVerbs } from './mcp.ts';
import { moneyVerbs } from './money.ts';
import { lockstepVerbs } from './lockstep.ts';
import { rehearsalVerb } from './rehearsal.ts';
import { rehearseVerb } from './rehearse.ts';
import { noticeVerbs } from './notice.ts';
import { replayVerb } from './replay.ts';
import { reportVerbs } from './report.ts';
import { scenarioVerbs } from './scenario.ts';
import { seatVerb } from './seat.ts';
import { serveVerb } from './serve.ts';
import { snapshotVerb } from './snapshot.ts';
import { startVerb } from './start.ts';
import { stopVerb } from './stop.ts';
import { tableVerbs } from './tables.ts';
import type { Verb } from './verb.ts';
import { verifyVerb } from './verify.ts';
import { witnessVerbs } from './witness.ts';

export const VERBS_BY_HEADING: Readonly<Record<string, readonly Verb[]>> = {
  'The exchange': [
    startVerb,
    initVerb,
    serveVerb,
    stopVerb,
    ...clockVerbs,
    snapshotVerb,
    ...backupVerbs,
    ...clusterVerbs,
    compareVerb,
    recoverVerb,
  ],
  'An agent': [seatVerb, ...mcpVerbs],
  'A rehearsal': [
    rehearsalVerb,
    ...drivenClockVerbs,
    ...lockstepVerbs,
    ...branchVerbs,
    ...scenarioVerbs,
    ...faultsVerbs,
    checkupVerb,
  ],
  'Accounts, money and keys': [...accountVerbs, ...moneyVerbs, ...feesVerbs, ...keyVerbs, ...copyVerbs],
  'Contracts and the market': [...contractVerbs, ...marketVerbs],
  'A contest': [...contestVerbs, ...noticeVerbs, ...tableVerbs, ...brandVerbs, ...allowlistVerbs, rehearseVerb],
  'Its judges': [...adminVerbs, ...caseVerbs, ...reportVerbs],
  'A team and its AI logs': aiLogVerbs,
  'The published AI log': [...logVerbs, ...witnessVerbs],
  'Is it right': [verifyVerb, doctorVerb, auditVerb, replayVerb, hashVerb, ...journalVerbs],
};

export const VERBS: readonly Verb[] = Object.values(VERBS_BY_HEADING).flat();
