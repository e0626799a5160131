/**
 * A contest as its organiser writes it down: completed with what is usual, and every fault of it at its field, by the
 * checks that the command itself is held to. Nothing is done here.
 */
import { hash } from 'node:crypto';
import { CONTEST_TIMES, faultsOfConfig, usualConfig, usualDisclosure } from '../../core/language/contest-config.ts';
import { DUE_MS } from '../../core/contest/caseStep.ts';
import { readMoment } from '../../core/text/moment.ts';
import { type Canonical, canonicalText } from '../../core/text/canonical.ts';
import { completeRuleset, DEFAULT_RULESET, readRuleset } from '../../core/verification/ruleset.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, objectIn, open, post } from './body.ts';
import { contestIn } from './queue.ts';

/** `field` is a path: `config.endMs`, `config.symbols[0].symbol`, `ruleset`. */
export interface DraftFault {
  readonly field: string;
  readonly msg: string;
}

interface Draft {
  readonly config: Body;
  readonly faults: readonly DraftFault[];
}

/** A log shown sooner could still be sent as the reason of another's order, and cover it. */
const LEAST_DELAY_MS = DEFAULT_RULESET.lateMs;

/** Configs that the exchange itself would not let begin; the rule set is named by the config. */
export function draftIn(deps: Pick<AdminDeps, 'engine' | 'clock' | 'market' | 'rehearsal'>, written: Body): Draft {
  const { engine, clock, market, rehearsal } = deps;
  const isUnsaid = rehearsal !== undefined && written['practice'] === undefined;
  const given = isUnsaid ? { ...written, practice: true } : written;
  const faults: DraftFault[] = [];
  const commitment = market?.()?.commitment ?? null;
  const times = timesIn(given, clock.nowMs(), faults);
  const config = usualConfig({
    ...given,
    ...times,
    disclosure: given['disclosure'] ?? usualDisclosureOf(given),
    ...(commitment === null ? {} : { market: commitment }),
  });
  // A field that is no time was named already.
  const said = new Set(faults.map(({ field }) => field));
  for (const { field, found, need } of faultsOfConfig(config))
    if (!said.has(field)) faults.push({ field, msg: `is ${found}${need === '' ? '' : `, needs ${need}`}` });
  faults.push(...otherMarket(given['market'], commitment));
  faults.push(...unknownContracts(config, engine.state.bySymbol), ...tooEarly(config));
  if (rehearsal !== undefined && config['practice'] === false) faults.push(COUNTS);
  return { config, faults };
}

function usualDisclosureOf(given: Body): object {
  return usualDisclosure(given['practice'] === true);
}

/** The times that are given, in ms; a contest begins after it was written down. */
function timesIn(given: Body, nowMs: number, faults: DraftFault[]): Body {
  const times: Record<string, unknown> = {};
  for (const name of CONTEST_TIMES) {
    const value = given[name] ?? null;
    if (value === null && name === 'boardHiddenFromMs') continue;
    if (value === null && name === 'evidenceUntilMs') continue;
    const read = readMoment(given[name]);
    if (!read.ok) faults.push({ field: `config.${name}`, msg: read.why });
    else if (name === 'startMs' && read.timeMs <= nowMs)
      faults.push({ field: 'config.startMs', msg: past(read.timeMs, nowMs) });
    else times[name] = read.timeMs;
  }
  return times;
}

function past(timeMs: number, nowMs: number): string {
  const [given, now] = [timeMs, nowMs].map((ms) => new Date(ms).toISOString());
  return `is ${given}, and it is ${now} now; needs a time that is still to come`;
}

/** It is written by itself: one that is given may only be the same. */
function otherMarket(given: unknown, commitment: string | null): DraftFault[] {
  if (given === undefined || given === commitment) return [];
  const need =
    commitment === null ? 'to be left out, for no market of a seed runs here' : `${commitment}, or to be left out`;
  return [{ field: 'config.market', msg: `is ${(JSON.stringify(given) ?? '').slice(0, 80)}, needs ${need}` }];
}

function unknownContracts({ symbols }: Body, known: ReadonlyMap<string, unknown>): DraftFault[] {
  if (!Array.isArray(symbols)) return [];
  return symbols.flatMap((one: { readonly symbol?: unknown } | null, at) => {
    const symbol = one?.symbol;
    if (typeof symbol !== 'string' || known.has(symbol)) return [];
    return { field: `config.symbols[${at}].symbol`, msg: `is '${symbol.slice(0, 40)}', which is no contract` };
  });
}

/** Whoever drives the clock knows what comes: nothing that is won there counts. */
const COUNTS: DraftFault = {
  field: 'config.practice',
  msg: 'is false, needs true in a rehearsal, whose time is driven',
};

/** Reasons of a contest that counts are shown so late that nobody can use them; of a rehearsal at once. */
function tooEarly({ practice, disclosure }: Body): DraftFault[] {
  const { what, delayMs } = (disclosure ?? {}) as { readonly what?: unknown; readonly delayMs?: unknown };
  const isEarly = (what === 'reasons' || what === 'full') && typeof delayMs === 'number' && delayMs < LEAST_DELAY_MS;
  if (!isEarly || practice === true) return [];
  const msg =
    `is ${delayMs}, needs ${LEAST_DELAY_MS} or more where reasons are shown: until then they could be sent as the ` +
    "reasons of another team's orders; a rehearsal (practice) shows them at once";
  return [{ field: 'config.disclosure.delayMs', msg }];
}

/** Why no contest can be held by a rule set: it can't be judged by, or cases would be held to other times; or null. */
export function faultOfRuleset(value: Canonical): string | null {
  const read = readRuleset(value);
  if (typeof read === 'string') return read;
  const name = (['answerMs', 'appealMs'] as const).find((one) => read[one] !== DUE_MS);
  return name === undefined ? null : `${name} is ${read[name]}, needs ${DUE_MS}: every case is held to its 72 hours`;
}

/** The rule set, complete, as text; null where it can't be judged by. */
function rulesetIn(given: Body, faults: DraftFault[]): string | null {
  const ruleset = completeRuleset(given);
  const fault = faultOfRuleset(ruleset);
  if (fault === null) return canonicalText(ruleset);
  const [name = ''] = fault.split(' ');
  const isField = Object.hasOwn(DEFAULT_RULESET, name);
  faults.push(
    isField ? { field: `ruleset.${name}`, msg: fault.slice(name.length + 1) } : { field: 'ruleset', msg: fault },
  );
  return null;
}

export function draftRoutes(deps: AdminDeps): AdminRoute[] {
  const { engine, store, sequencer } = deps;
  return [
    open(
      ['owner'],
      post('/admin/v1/contests/check', async (fields) => {
        const faults: DraftFault[] = [];
        const ruleset = rulesetIn(fields['ruleset'] === undefined ? {} : objectIn(fields, 'ruleset'), faults);
        const rulesetSha256 = hash('sha256', ruleset ?? '', 'hex');
        const draft = draftIn(deps, { ...objectIn(fields, 'config'), rulesetSha256 });
        return { config: draft.config, ruleset, faults: [...faults, ...draft.faults] };
      }),
    ),
    open(
      ['owner'],
      get('/admin/v1/contests/draft', async (fields) => {
        const contracts = [...engine.state.bySymbol.keys()];
        const usual = { contracts, usual: DEFAULT_RULESET };
        if (fields['contest'] === undefined) return { ...usual, config: null, ruleset: null, phase: null };
        const { config, phase } = contestIn(deps, fields);
        const leaves = await store.ask('publicLeaves', { kinds: ['ruleset'] }, sequencer.sequence);
        const found = leaves.find(
          ({ payload }) => hash('sha256', canonicalText(payload as Canonical), 'hex') === config.rulesetSha256,
        );
        if (found === undefined) throw new AdminRefusal(`the rule set of contest ${config.id} is not in the log`);
        return { ...usual, config, ruleset: found.payload, phase };
      }),
    ),
  ];
}
