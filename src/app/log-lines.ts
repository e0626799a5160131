/** Lines of the log about the read store's absence and about a demo that others can reach. */
import type { Logger } from 'pino';
import { isLoopback } from '../api/front/checks/web.ts';
import type { StoreAbsence } from '../store/store.ts';
import type { Config } from './settings/config.ts';

export function sayAbsence(log: Logger, absence: StoreAbsence | null): void {
  if (absence === null) log.info('the read store is back');
  else log.error({ reason: absence.reason }, 'the read store is away: trading goes on, history answers 503');
}

export function warnOfOpenDemo({ host }: Config, log: Logger): void {
  if (isLoopback(host)) return;
  log.warn({ host }, 'the demo accounts, whose keys everybody knows, can be reached from other machines');
}
