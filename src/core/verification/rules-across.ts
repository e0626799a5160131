/**
 * Rules that look at more than one account, as the first version of the rule set has them: V09, V10, V13, V14.
 * Contests that froze that version are judged by them, so they never change.
 */
import type { Dossier } from './dossier.ts';
import { compare, type Exact, exactOf, plus, ppmOf, ratioPpm, ZERO } from './exact.ts';
import type { Everything, Found, Rule } from './finding.ts';
import { isHouse } from './gifts.ts';
import type { TeamLog } from './team.ts';
import type { Terms } from './terms.ts';

/** Gross realised profit below this part of the start balance is not looked at. */
const WORTH_LOOKING_PPM = 10_000;

/** V09: long texts that two teams both write again and again. */
function sharedTexts({ team }: Dossier, { state: { rules }, longTexts }: Everything): Found | null {
  const shared = new Set<TeamLog>();
  for (const [text, logs] of longTexts.get(team) ?? []) {
    const isShared = [...longTexts].some(([other, texts]) => other !== team && texts.has(text));
    if (isShared && !rules.commonTemplates.includes(text)) for (const log of logs) shared.add(log);
  }
  if (shared.size === 0) return null;
  const evidence = [...shared].map(({ index }) => index);
  return { severity: 'H', count: shared.size, evidence, value: shared.size, limit: rules.copyLogs };
}

/** Templates long enough, and in enough logs, to be somebody's own words. */
export function longTextsOf({ deciding }: Dossier, { copyText, copyLogs }: Terms): Map<string, TeamLog[]> {
  const texts = new Map<string, TeamLog[]>();
  for (const log of deciding) {
    const template = log.facts?.template;
    if (template === undefined || template.length < copyText) continue;
    const those = texts.get(template.text);
    if (those === undefined) texts.set(template.text, [log]);
    else those.push(log);
  }
  for (const [text, those] of texts) if (those.length < copyLogs) texts.delete(text);
  return texts;
}

/** V10: a body that another team sent first. */
function copiedBodies({ deciding }: Dossier): Found | null {
  const those = deciding.filter(({ copiedFrom }) => copiedFrom !== null);
  if (those.length === 0) return null;
  return { severity: 'H', count: those.length, evidence: those.map(({ index }) => index) };
}

/** V13: one account that loses to this team. */
function oneLoser({ team }: Dossier, { state: { rules, contest } }: Everything): Found | null {
  const all = [...team.dealings].map(([counter, dealing]) => ({ counter, ...dealing }));
  const gross = all.reduce<Exact>((sum, { gained }) => plus(sum, gained), ZERO);
  const balance = exactOf(contest.startBalance);
  if (balance === null || gross.units === 0n || compare(gross, ppmOf(balance, WORTH_LOOKING_PPM)) < 0) return null;
  const those = all.filter(
    ({ counter, gained }) => !isHouse(counter) && compare(gained, ppmOf(gross, rules.counterpartyPpm)) > 0,
  );
  const most = those.reduce((best, { gained }) => (compare(gained, best) > 0 ? gained : best), ZERO);
  if (those.length === 0) return null;
  return {
    severity: 'H',
    count: those.length,
    evidence: those.flatMap(({ evidence }) => [...evidence]),
    value: ratioPpm(most, gross),
    limit: rules.counterpartyPpm,
  };
}

/** V14: another team's positions match this one's. */
function twins({ team: own }: Dossier, { state: { rules }, likenesses }: Everything): Found | null {
  const those = (likenesses.get(own) ?? []).filter(({ isTwin }) => isTwin);
  if (those.length === 0) return null;
  return {
    severity: 'H',
    count: those.length,
    evidence: those.map(({ team }) => team.leafIndex),
    value: those.reduce((most, { ppm }) => (ppm > most ? ppm : most), 0n),
    limit: rules.twinPpm,
  };
}

export const RULES_ACROSS: readonly Rule[] = [
  { id: 'V09', find: sharedTexts },
  { id: 'V10', find: copiedBodies },
  { id: 'V13', find: oneLoser },
  { id: 'V14', find: twins },
];
