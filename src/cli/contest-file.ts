/**
 * A contest as its organiser writes it down: a JSON file with the fields of its config (CTST-001), of which all may be
 * left out that have a usual value, and times as text.
 */
import { hash } from 'node:crypto';
import { type Canonical, canonicalText } from '../core/text/canonical.ts';
import { DEFAULT_RULESET, readRuleset, RULESETS } from '../core/verification/ruleset.ts';
import { type JsonFields, readObject } from './files.ts';
import { timeOf } from './times.ts';
import { VerbFailed } from './told.ts';

const TIMES = ['startMs', 'endMs', 'evidenceUntilMs', 'boardHiddenFromMs'];
const DAY_MS = 86_400_000;

/** The usual rule set, or that of the file's version with what it has other; and the SHA-256 a config names it by. */
export function rulesetOf(path: string | undefined): { readonly text: string; readonly sha256: string } {
  const given = path === undefined ? {} : readObject(path);
  const usual = Object.values(RULESETS).find(({ v }) => v === given['v']) ?? DEFAULT_RULESET;
  const ruleset = { ...usual, ...given } as Canonical;
  const read = readRuleset(ruleset);
  if (typeof read === 'string') throw new VerbFailed(`${path}: ${read}`);
  const text = canonicalText(ruleset);
  return { text, sha256: hash('sha256', text, 'hex') };
}

/** The config in the file, complete: evidence counts for a day after the end, and what else is usual. */
export function configIn(path: string, rulesetSha256: string): JsonFields {
  const given = { ...readObject(path) };
  for (const name of TIMES) {
    const value = given[name] ?? null;
    if (value !== null) given[name] = timeOf(value, `${path}: ${name}`);
  }
  const { id, endMs } = given;
  return {
    title: id,
    practice: false,
    evidenceUntilMs: typeof endMs === 'number' ? endMs + DAY_MS : endMs,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 10,
    publicBundle: 'orders',
    rulesetSha256,
    score: { mode: 'return' },
    ...given,
  };
}
