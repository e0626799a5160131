// All English words of the page, which loads some of them only with the pages that say them.
import { enAbout } from '../../src/web/words/en-about.ts';
import { enBoard, enTeam } from '../../src/web/words/en-board.ts';
import { enClaims } from '../../src/web/words/en-claims.ts';
import { enEvidence } from '../../src/web/words/en-evidence.ts';
import { enKeys, enSettings, enSignIn } from '../../src/web/words/en-dialogs.ts';
import { enCard, enLive } from '../../src/web/words/en-live.ts';
import { enGuide } from '../../src/web/words/en-guide.ts';
import { enLog, enProof } from '../../src/web/words/en-log.ts';
import { enMe } from '../../src/web/words/en-me.ts';
import { enRehearsal } from '../../src/web/words/en-rehearsal.ts';
import { enTrade } from '../../src/web/words/en-trade.ts';
import { en as enShell, type Words } from '../../src/web/words/en.ts';

export const en: Words = {
  ...enShell,
  trade: enTrade,
  log: enLog,
  proof: enProof,
  me: enMe,
  rehearsal: enRehearsal,
  board: enBoard,
  team: enTeam,
  about: enAbout,
  guide: enGuide,
  live: enLive,
  card: enCard,
  evidence: enEvidence,
  claims: enClaims,
  signIn: enSignIn,
  keys: enKeys,
  settings: enSettings,
};
