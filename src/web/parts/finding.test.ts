// Every rule's finding reads as words and per cents, in both languages, and no machine figure is left in it.
import { afterEach, describe, expect, it } from 'vitest';
import { RULES } from '../../core/verification/rules.ts';
import { enEvidence } from '../words/en-evidence.ts';
import { words } from '../words/shown.ts';
import { zh } from '../words/zh.ts';
import { findingText } from './finding.ts';
import { verdictText } from './verdict.tsx';

const english = words.value;
afterEach(() => void (words.value = english));
const languages = [
  ['English', { ...english, evidence: enEvidence }],
  ['Chinese', zh],
] as const;

describe.each(languages)('in %s', (_, shown) => {
  it.each(RULES[2].map(({ id }) => id))('%s has a name and a sentence', (rule) => {
    words.value = shown;
    const figures = { rule, count: 1_200, value: '1000000', limit: '10000' };
    const text = findingText(figures);
    expect(shown.evidence.rules[rule]).toBeDefined();
    expect(shown.evidence.found[rule]).toBeDefined();
    // Millionths are per cents; counts have their groups.
    expect(text).not.toMatch(/\d{4,}/);
  });

  it('names every severity and verdict', () => {
    for (const severity of ['H', 'M', 'L', 'I', 'REVIEW', 'INSUFFICIENT'])
      expect(shown.evidence.severities[severity]).toBeDefined();
    for (const verdict of ['VERIFIED', 'REVIEW', 'INSUFFICIENT'])
      expect(shown.evidence.verdicts[verdict]).toBeDefined();
  });
});

it('says 100 % against 1 %, and that a verdict has notes', () => {
  words.value = { ...english, evidence: enEvidence };
  const finding = { rule: 'V03', count: 8, value: '1000000', limit: '10000' };
  expect(findingText(finding)).toBe('8 orders, 100% of all; a person looks above 1%');
  expect(verdictText({ verdict: 'VERIFIED', notes: [] })).toBe('VERIFIED');
  expect(verdictText({ verdict: 'VERIFIED', notes: ['V07', 'V08'] })).toBe('VERIFIED, 2 notes (V07, V08)');
  expect(verdictText({ verdict: 'REVIEW', notes: ['V14'] })).toBe('REVIEW (V14)');
});
