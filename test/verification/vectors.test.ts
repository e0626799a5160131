// The published vectors of verification: grades, coverage, templates, manual actions, the rule set, a whole report.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { describe, expect, it } from 'vitest';
import type { AiLogHeader, OrderHeader } from '../../src/core/log/header.ts';
import type { Decision } from '../../src/core/log/decision.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { contentOf } from '../../src/core/verification/content.ts';
import { coverageOf } from '../../src/core/verification/coverage.ts';
import {
  deadlinesOf,
  decidesBefore,
  gradeOf,
  type Link,
  mayLink,
  timingOf,
} from '../../src/core/verification/grade.ts';
import { saysManual } from '../../src/core/verification/manual.ts';
import type { MinuteFill } from '../../src/core/standing/minute.ts';
import type { LeafRecord, TeamPayload } from '../../src/core/verification/records.ts';
import { rulesetSha256, verify } from '../../src/core/verification/report.ts';
import { readRuleset, RULESETS } from '../../src/core/verification/ruleset.ts';
import { termsOf } from '../../src/core/verification/terms.ts';
import { templateOf } from '../../src/core/verification/template.ts';
import { bytesOf, hexBytes, sha256, verificationVectors as vectors } from '../ailog-vectors.ts';
import { CONTEST } from './contest-day.ts';

/** The published vectors are those of the first version, which no later one changes. */
const FIRST = RULESETS[1];
const TERMS = termsOf(FIRST);

describe('grade', () => {
  it.each(vectors.grade.map((one) => [one.why, one] as const))('%s', (_, vector) => {
    const { order, logs, outages } = vector;
    const place = { leafIndex: order.index, placedAt: order.t };
    let deciding: (Link & { decisions: readonly Decision[] }) | null = null;
    for (const { index, t, link, decisions } of logs) {
      const one = { how: link, logIndex: index, receivedAt: t, isUndecided: false, decisions };
      if (mayLink(place, one, TERMS) && decidesBefore(place, one, deciding)) deciding = one;
    }
    expect(deciding?.logIndex ?? null).toBe(vector.log);
    if (deciding === null) {
      expect(vector.grade).toBe('U');
      return;
    }
    const timing = timingOf(place, deciding, deadlinesOf(order.t, outages, TERMS));
    const content = contentOf(order, deciding.decisions, TERMS, () => order.reference);
    expect({ link: deciding.how, timing, content, grade: gradeOf(timing, content, TERMS) }).toEqual({
      link: vector.link,
      timing: vector.timing,
      content: vector.content,
      grade: vector.grade,
    });
  });
});

describe('coverage', () => {
  it.each(vectors.coverage.map((one) => [`${one.covered} of ${one.counted}`, one] as const))('%s', (_, one) => {
    expect(coverageOf(one.covered, one.counted, { ...TERMS, coveragePpm: one.requiredPpm })).toBe(one.result);
  });
});

describe('template', () => {
  it.each(vectors.template.map((one) => [one.text, one] as const))('%s', (text, { template, length }) => {
    expect(templateOf(sha256, text)).toMatchObject({ text: template, length });
  });
});

describe('manual', () => {
  it.each(vectors.manual.map((one) => [one.text, one.admits] as const))('%s', (text, admits) => {
    expect(saysManual(text, TERMS.manualWords)).toBe(admits);
  });
});

describe('rule set', () => {
  it('has the published defaults and their hash', () => {
    expect(canonicalText(FIRST)).toBe(vectors.ruleset.json);
    expect(rulesetSha256(sha256, FIRST)).toBe(vectors.ruleset.sha256);
    expect(readRuleset(JSON.parse(vectors.ruleset.json))).toEqual(FIRST);
  });

  it.each([
    ['a list', []],
    ['one more', { ...FIRST, other: 1 }],
    ['one less', Object.fromEntries(Object.entries(FIRST).slice(1))],
    ['a fraction', { ...FIRST, preMs: 0.5 }],
    ['below zero', { ...FIRST, preMs: -1 }],
    ['a text for a number', { ...FIRST, preMs: '1' }],
    ['a number among texts', { ...FIRST, commonTemplates: [1] }],
    ['another version', { ...FIRST, v: 3 }],
  ])('refuses %s', (_, value) => {
    expect(readRuleset(value as never)).toBeTypeOf('string');
  });
});

describe('report', () => {
  it('of the published log has the published bytes', () => {
    const finished = verify(
      sha256,
      verifyEd25519,
      FIRST,
      { ...CONTEST, startMs: 1_763_103_200_000 },
      leaves(),
      (size) => (size === 0 ? null : hexBytes(vectors.log.roots[size - 1] ?? '')),
    );
    expect(finished.text).toBe(vectors.report.json);
    expect(finished.reportSha256).toBe(vectors.report.sha256);
  });
});

/** The seven leaves of the published log, opened. */
function leaves(): LeafRecord[] {
  return vectors.log.entries.map(({ index, kind, entry, header, body, uid, records }): LeafRecord => {
    const { t, p } = JSON.parse(entry) as { t: number; p: unknown };
    const opened = JSON.parse(header ?? '{}') as object;
    if (kind === 'key') return { index, t, kind, origin: (p as { origin: string }).origin };
    if (kind === 'team') return { index, t, kind, payload: p as TeamPayload, uid: uid ?? null };
    if (kind === 'ailog') return { index, t, kind, header: opened as AiLogHeader, body: bytesOf(body ?? '') };
    if (kind === 'order') return { index, t, kind, header: opened as OrderHeader };
    if (kind !== 'minute' || records === undefined) return { index, t, kind: 'other' };
    const fills = records.fills.map((text) => JSON.parse(text) as MinuteFill);
    const bars = records.bars.map((text) => JSON.parse(text) as { high: string; low: string; symbol: string });
    const { at, contest } = opened as { at: number; contest: string };
    return { index, t, kind, at, contest, records: { fills, bars, equity: [] } };
  });
}
