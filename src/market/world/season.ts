/** How lively a second of the week is: its hour, its day, and the minutes on which people and programs act. */
import { rest } from './arithmetic.ts';

/** From 00 UTC. */
const HOURS = [
  1.05, 0.98, 0.92, 0.88, 0.85, 0.84, 0.86, 0.93, 0.98, 0.96, 0.95, 0.97, 1.05, 1.2, 1.35, 1.3, 1.22, 1.12, 1.05, 1.02,
  1, 0.98, 0.94, 0.95,
];
/** Sunday first. */
const DAYS = [0.8, 1.05, 1.08, 1.08, 1.08, 1.05, 0.75];
/** The epoch began on a Thursday. */
const FIRST_DAY = 4;

/** @param second since the epoch */
export function season(second: number): number {
  const hour = rest(Math.floor(second / 3_600), 24);
  const day = rest(Math.floor(second / 86_400) + FIRST_DAY, 7);
  return HOURS[hour]! * DAYS[day]! * ofMinute(rest(Math.floor(second / 60), 60), hour);
}

function ofMinute(minute: number, hour: number): number {
  // Funding is settled at these hours.
  if (minute === 0) return rest(hour, 8) === 0 ? 1.5 : 1.3;
  if (rest(minute, 15) === 0) return 1.15;
  return rest(minute, 5) === 0 ? 1.06 : 0.985;
}
