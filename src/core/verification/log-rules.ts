/**
 * Rules about a team's own logs: V04, V06 to V08, V11, V12, V16 (docs/evidence.md, Rules).
 */
import type { Dossier } from './dossier.ts';
import { type Everything, type Found, isAboveShare, type Rule, sharePpm } from './finding.ts';
import { groundingOf } from './grounding.ts';
import type { Team, TeamLog } from './team.ts';

const HALF_PPM = 500_000;
/** A model may be registered up to this long after its first log. */
const REGISTER_WITHIN_MS = 86_400_000;

const indices = (logs: readonly TeamLog[]): readonly number[] => logs.map(({ index }) => index);

/** V04: logs that name other accounts' orders. */
function strangersOrders({ team }: Dossier, { state: { rules } }: Everything): Found | null {
  const count = team.strangersOrders.length;
  if (count === 0) return null;
  const severity = count >= rules.ownershipMin ? 'H' : 'L';
  return { severity, count, evidence: team.strangersOrders, value: count, limit: rules.ownershipMin };
}

/** V06: models that were not registered in time. */
function strangeModels({ team, deciding }: Dossier): Found | null {
  const those = deciding.filter((log) => !isRegistered(team, log));
  return those.length === 0 ? null : { severity: 'M', count: those.length, evidence: indices(those) };
}

function isRegistered({ models }: Team, { model, t }: TeamLog): boolean {
  const wanted = lowerAscii(model);
  return models.some((one) => {
    if (one.t > t + REGISTER_WITHIN_MS) return false;
    const pattern = lowerAscii(one.pattern);
    return pattern.endsWith('*') ? wanted.startsWith(pattern.slice(0, -1)) : wanted === pattern;
  });
}

/** V07: the same question and answer as before, for another order. */
function repeats({ deciding, ordersOf, counted }: Dossier, { state: { rules } }: Everything): Found | null {
  const seen = new Set<string>();
  const again: number[] = [];
  for (const log of deciding) {
    const content = log.facts?.contentHash;
    if (content === undefined) continue;
    if (seen.has(content)) for (const { order } of ordersOf.get(log) ?? []) again.push(order.index);
    seen.add(content);
  }
  if (again.length < rules.repeatMin || !isAboveShare(again.length, counted.length, rules.repeatPpm)) return null;
  const value = sharePpm(again.length, counted.length);
  return { severity: 'M', count: again.length, evidence: again, value, limit: rules.repeatPpm };
}

/** V08: the same few texts, log after log. */
function templates({ team, deciding }: Dossier, { state: { rules } }: Everything): Found | null {
  const size = Math.max(1, rules.templateWindow);
  const readable = deciding.filter(({ facts }) => facts !== null);
  const windows = Math.floor(readable.length / size);
  const poor: TeamLog[] = [];
  for (let window = 0; window < windows; window++) {
    const logs = readable.slice(window * size, (window + 1) * size);
    const texts = new Set(logs.map(({ facts }) => facts?.template.text ?? ''));
    if (texts.size < rules.templateDistinct) poor.push(logs[0] as TeamLog);
  }
  if (!isAboveShare(poor.length, windows, HALF_PPM)) return null;
  const severity = team.modelClass === 'llm' ? 'M' : 'I';
  const value = sharePpm(poor.length, windows);
  return { severity, count: poor.length, evidence: indices(poor), value, limit: HALF_PPM };
}

/** V11: nothing in the log but what samples have. */
function placeholders({ deciding }: Dossier, { state: { rules } }: Everything): Found | null {
  const those = deciding.filter(({ facts }) => facts?.isPlaceholder === true);
  if (those.length === 0) return null;
  const severity = those.length >= rules.placeholderMin ? 'M' : 'L';
  return {
    severity,
    count: those.length,
    evidence: indices(those),
    value: those.length,
    limit: rules.placeholderMin,
  };
}

/** V12: prices the market did not have. */
function wrongPrices(dossier: Dossier, { state }: Everything): Found | null {
  const { groundingClaims, groundingPpm } = state.rules;
  const { claims, misses } = groundingOf(dossier, state);
  const value = sharePpm(misses.length, claims);
  if (claims < groundingClaims || value < groundingPpm) return null;
  const evidence = [...new Set(misses.map(({ log }) => log.index))];
  return { severity: 'M', count: misses.length, evidence, value, limit: groundingPpm };
}

/** V16: something that looks like a credential, in any log. */
function secrets({ team }: Dossier): Found | null {
  const those = team.logs.filter(({ facts }) => facts?.hasSecret === true);
  return those.length === 0 ? null : { severity: 'I', count: those.length, evidence: indices(those) };
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export const LOG_RULES: readonly Rule[] = [
  { id: 'V04', find: strangersOrders },
  { id: 'V06', find: strangeModels },
  { id: 'V07', find: repeats },
  { id: 'V08', find: templates },
  { id: 'V11', find: placeholders },
  { id: 'V12', find: wrongPrices },
  { id: 'V16', find: secrets },
];
