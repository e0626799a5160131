/** The rules that judge, by the version of the rule set, each list by id. */
import { announcements } from './announcements.ts';
import type { Rule } from './finding.ts';
import { LOG_RULES, SIGNATURES } from './log-rules.ts';
import { ORDER_RULES } from './order-rules.ts';
import { RULES_ACROSS } from './rules-across.ts';
import { RULES_BETWEEN } from './rules-between.ts';
import type { RulesetVersion } from './ruleset.ts';

const byId = (rules: readonly Rule[]): readonly Rule[] => rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));

export const RULES: Readonly<Record<RulesetVersion, readonly Rule[]>> = {
  1: byId([...ORDER_RULES, ...LOG_RULES, ...RULES_ACROSS]),
  2: byId([...ORDER_RULES, ...LOG_RULES, ...RULES_BETWEEN, { id: 'V17', find: announcements }, SIGNATURES]),
};
