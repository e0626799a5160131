/** All tools by modules: those a model always has, and those that are asked for. */
import type { Tool } from '../tool.ts';
import { ACCOUNT_TOOLS } from './account.ts';
import { CONTEST_TOOLS } from './contest.ts';
import { EXCHANGE_TOOLS } from './exchange.ts';
import { LOG_TOOLS } from './log.ts';
import { MARKET_TOOLS } from './market.ts';
import { MORE_TOOLS } from './more.ts';
import { ORDER_TOOLS } from './order.ts';

const USUAL_TOOLS: readonly Tool[] = [
  ...MARKET_TOOLS,
  ...ACCOUNT_TOOLS,
  ...ORDER_TOOLS,
  ...LOG_TOOLS,
  ...CONTEST_TOOLS,
  ...EXCHANGE_TOOLS,
];

/** Names for `modules`, beside `all`. */
export const MORE_MODULES: readonly string[] = [...new Set(MORE_TOOLS.map(({ module }) => module))];

/**
 * @param modules a list with commas between; empty: the usual ones alone
 * @throws Error that names a module there is none of
 */
export function toolsOf(modules: string): readonly Tool[] {
  const asked = modules
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const unknown = asked.find((one) => one !== 'all' && !MORE_MODULES.includes(one));
  if (unknown !== undefined)
    throw new Error(`there is no module '${unknown.slice(0, 40)}'; there are ${MORE_MODULES.join(', ')} and all`);
  const more = asked.includes('all') ? MORE_TOOLS : MORE_TOOLS.filter(({ module }) => asked.includes(module));
  return [...USUAL_TOOLS, ...more];
}
