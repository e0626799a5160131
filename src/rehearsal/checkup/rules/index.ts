/** All rules of the checkup, in the order of their numbers. */
import { BUDGETS } from './budgets.ts';
import { FIELDS } from './fields.ts';
import { MARKET_DATA } from './market-data.ts';
import { RETRIES } from './retries.ts';
import type { Rule } from './rule.ts';
import { SIGNING } from './signing.ts';
import { TRADING } from './trading.ts';

export const RULES: readonly Rule[] = [...SIGNING, ...RETRIES, ...BUDGETS, ...FIELDS, ...MARKET_DATA, ...TRADING];
