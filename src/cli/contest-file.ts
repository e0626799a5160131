/**
 * A contest as its organiser writes it down: a JSON file with the fields of its config (CTST-001), of which all may be
 * left out that have a usual value, and times as text.
 */
import { hash } from 'node:crypto';
import { CONTEST_TIMES, usualConfig } from '../core/language/contest-config.ts';
import { canonicalText } from '../core/text/canonical.ts';
import { completeRuleset, readRuleset } from '../core/verification/ruleset.ts';
import { type JsonFields, readObject } from './files.ts';
import { timeOf } from './times.ts';
import { VerbFailed } from './told.ts';

/** The usual rule set, or that of the file's version with what it has other; and the SHA-256 a config names it by. */
export function rulesetOf(path: string | undefined): { readonly text: string; readonly sha256: string } {
  const ruleset = completeRuleset(path === undefined ? {} : readObject(path));
  const read = readRuleset(ruleset);
  if (typeof read === 'string') throw new VerbFailed(`${path}: ${read}`);
  const text = canonicalText(ruleset);
  return { text, sha256: hash('sha256', text, 'hex') };
}

/** The config in the file, complete: evidence counts for a day after the end, and what else is usual. */
export function configIn(path: string, rulesetSha256: string): JsonFields {
  const given = { ...readObject(path) };
  for (const name of CONTEST_TIMES) {
    const value = given[name] ?? null;
    if (value !== null) given[name] = timeOf(value, `${path}: ${name}`);
  }
  return { rulesetSha256, ...usualConfig(given) };
}
