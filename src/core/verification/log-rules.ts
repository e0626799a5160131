/**
 * Rules about a team's own logs: V04, V06 to V08, V11, V12, V16, V18 (docs/evidence.md, Rules).
 */
import type { Dossier, GradedOrder } from './dossier.ts';
import { type Everything, type Found, isAboveShare, type Rule, sharePpm } from './finding.ts';
import { groundingOf } from './grounding.ts';
import { isBuying, type Team, type TeamLog } from './team.ts';
import type { Terms } from './terms.ts';

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

/** How many counted orders some logs decide about. */
function touchedBy({ ordersOf }: Dossier, logs: readonly TeamLog[]): number {
  return logs.reduce((sum, log) => sum + (ordersOf.get(log)?.length ?? 0), 0);
}

/** V06: models that were not registered in time. */
function strangeModels(dossier: Dossier): Found | null {
  const those = dossier.deciding.filter((log) => !isRegistered(dossier.team, log));
  if (those.length === 0) return null;
  return { severity: 'M', count: those.length, evidence: indices(those), touched: touchedBy(dossier, those) };
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
  const seen = new Map<string, Slices>();
  const runs = runsOf(counted);
  const again: number[] = [];
  for (const log of deciding) {
    const content = log.facts?.contentHash;
    if (content === undefined) continue;
    const orders = ordersOf.get(log) ?? [];
    const before = seen.get(content);
    if (before === undefined) seen.set(content, { first: orders[0], count: orders.length });
    else if (rules.slicesAreOne && areSlices(before, orders, runs, rules)) before.count += orders.length;
    else for (const { order } of orders) again.push(order.index);
  }
  if (again.length < rules.repeatMin || !isAboveShare(again.length, counted.length, rules.repeatPpm)) return null;
  const value = sharePpm(again.length, counted.length);
  const touched = again.length;
  return { severity: 'M', count: again.length, evidence: again, value, limit: rules.repeatPpm, touched };
}

/** Orders of one decision that was sent again for each: the first, and how many there are. */
interface Slices {
  readonly first: GradedOrder | undefined;
  count: number;
}

type Runs = ReadonlyMap<GradedOrder, number>;

/** For each order, the run of orders it is in: those of one contract and type that follow each other. */
function runsOf(counted: readonly GradedOrder[]): Runs {
  const runs = new Map<GradedOrder, number>();
  const last = new Map<string, { readonly type: string; readonly run: number }>();
  for (const [nth, one] of counted.entries()) {
    const { symbol, type } = one.order.header;
    const before = last.get(symbol);
    const run = before?.type === type ? before.run : nth;
    last.set(symbol, { type, run });
    runs.set(one, run);
  }
  return runs;
}

/** Whether these are more parts of one order: in its run, in time, and no more than a log may have. */
function areSlices({ first, count }: Slices, orders: readonly GradedOrder[], runs: Runs, rules: Terms): boolean {
  if (first === undefined || count + orders.length > rules.childOrders) return false;
  const isNext = (one: GradedOrder): boolean =>
    runs.get(one) === runs.get(first) && one.order.t - first.order.t <= rules.preMs;
  return orders.every(isNext);
}

/** V08: the same few texts, log after log. Words of a public program are shown, unless they fit whatever was done. */
function templates(dossier: Dossier, { state: { rules }, copies }: Everything): Found | null {
  const { team, deciding, counted } = dossier;
  const frozen = new Set(rules.frozenAreNone ? rules.commonTemplates : []);
  const readable = deciding.filter(({ facts }) => facts !== null && !frozen.has(facts.template.text));
  const { poor, windows } = poorWindows(readable, rules);
  if (!isAboveShare(poor.length, windows, HALF_PPM)) return null;
  const common = new Set(copies.common.flatMap((sent) => sent.map(({ log }) => log)));
  const own =
    common.size === 0
      ? { poor, windows }
      : poorWindows(
          readable.filter((log) => !common.has(log)),
          rules,
        );
  const touched = explainedAnyway(dossier, rules);
  const isOwn =
    isAboveShare(own.poor.length, own.windows, HALF_PPM) || isAboveShare(touched, counted.length, rules.mediumSharePpm);
  const severity = team.modelClass === 'llm' && isOwn ? 'M' : 'I';
  const value = sharePpm(poor.length, windows);
  return { severity, count: poor.length, evidence: indices(poor), value, limit: HALF_PPM, touched };
}

/** The windows of logs with few texts, each by its first log, and how many windows there are. */
function poorWindows(readable: readonly TeamLog[], rules: Terms) {
  const isShort = readable.length < rules.templateWindow && readable.length >= rules.templateLogsMin;
  const size = Math.max(1, isShort ? readable.length : rules.templateWindow);
  // As many in proportion: 10 of 40, 5 of 20.
  const wanted = isShort ? Math.ceil((rules.templateDistinct * size) / rules.templateWindow) : rules.templateDistinct;
  const windows = Math.floor(readable.length / size);
  const poor: TeamLog[] = [];
  for (let window = 0; window < windows; window++) {
    const logs = readable.slice(window * size, (window + 1) * size);
    const texts = new Set(logs.map(({ facts }) => (rules.wholeTexts ? facts?.template.whole : facts?.template.text)));
    if (texts.size < wanted) poor.push(logs[0] as TeamLog);
  }
  return { poor, windows };
}

/** How many counted orders have a reason that was given for buying and for selling: it explains neither. */
function explainedAnyway({ deciding, ordersOf }: Dossier, { commonTemplates }: Terms): number {
  const sidesOf = new Map<string, Set<boolean>>();
  const each = deciding.flatMap((log) => {
    const template = log.facts?.template;
    if (template === undefined || commonTemplates.includes(template.text)) return [];
    return (ordersOf.get(log) ?? []).map(({ order }) => ({ text: template.whole, isBuying: isBuying(order) }));
  });
  for (const { text, isBuying: side } of each) sidesOf.set(text, (sidesOf.get(text) ?? new Set()).add(side));
  return each.filter(({ text }) => (sidesOf.get(text)?.size ?? 0) > 1).length;
}

/** V11: nothing in the log but what samples have. */
function placeholders(dossier: Dossier, { state: { rules } }: Everything): Found | null {
  const those = dossier.deciding.filter(({ facts }) => facts?.isPlaceholder === true);
  if (those.length === 0) return null;
  const severity = those.length >= rules.placeholderMin ? 'M' : 'L';
  return {
    severity,
    count: those.length,
    evidence: indices(those),
    value: those.length,
    limit: rules.placeholderMin,
    touched: touchedBy(dossier, those),
  };
}

/** V12: prices the market did not have. */
function wrongPrices(dossier: Dossier, { state }: Everything): Found | null {
  const { groundingClaims, groundingPpm } = state.rules;
  const { claims, misses } = groundingOf(dossier, state);
  const value = sharePpm(misses.length, claims);
  if (claims < groundingClaims || value < groundingPpm) return null;
  const logs = [...new Set(misses.map(({ log }) => log))];
  const touched = touchedBy(dossier, logs);
  return { severity: 'M', count: misses.length, evidence: indices(logs), value, limit: groundingPpm, touched };
}

/** V16: something that looks like a credential, in any log. */
function secrets({ team }: Dossier): Found | null {
  const those = team.logs.filter(({ facts }) => facts?.hasSecret === true);
  return those.length === 0 ? null : { severity: 'I', count: those.length, evidence: indices(those) };
}

/** V18: of a team that registered a key, logs it did not sign. The exchange takes none that is signed wrongly. */
function unsigned(dossier: Dossier): Found | null {
  const { team, deciding } = dossier;
  if (team.publicKey === null) return null;
  const those = deciding.filter(({ facts, signature }) => facts !== null && signature !== 'right');
  if (those.length === 0) return null;
  const severity = those.some(({ signature }) => signature === 'wrong') ? 'H' : 'I';
  return { severity, count: those.length, evidence: indices(those), touched: touchedBy(dossier, those) };
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Of a version from the second on: no contest before had teams with keys. */
export const SIGNATURES: Rule = { id: 'V18', find: unsigned };

export const LOG_RULES: readonly Rule[] = [
  { id: 'V04', find: strangersOrders },
  { id: 'V06', find: strangeModels },
  { id: 'V07', find: repeats },
  { id: 'V08', find: templates },
  { id: 'V11', find: placeholders },
  { id: 'V12', find: wrongPrices },
  { id: 'V16', find: secrets },
];
