/**
 * The kinds of values a setting can have: how each is read from its text, and what is needed when it can't be. Knows no
 * setting.
 */
import { rowsOf } from '../../market/verify/reveal.ts';
import { type Row, TABLE } from '../../market/world/table.ts';
import { isPostgres } from '../../store/database/address.ts';
import { LOG_LEVELS, LOG_PARTS, type LogLevels, logLevelsIn } from '../log-levels.ts';
import type { AccountRateOverride } from '../../api/front/limits/settings.ts';

export interface Setting<T> {
  /** Reads the text, or says what is needed. */
  readonly read: (text: string) => T | Need;
  readonly initial: T;
  readonly switch: boolean;
  /** Takes a value, and `--no-NAME` for none. */
  readonly negatable?: boolean;
  readonly help: string;
}

/** A reader's answer when the text is not what it needs. */
export class Need {
  readonly what: string;
  constructor(what: string) {
    this.what = what;
  }
}

export function text(initial: string, help: string, pattern = /^[^\s].*$/, what = 'some text'): Setting<string> {
  return { read: (found) => (pattern.test(found) ? found : new Need(what)), initial, switch: false, help };
}

/** An address to listen on; of IPv6 with or without the brackets that it has in a URL. */
export function address(initial: string, help: string): Setting<string> {
  const read = (found: string): string | Need =>
    /^\S+$/.test(found) ? withoutBrackets(found) : new Need('an address or a name, without a port');
  return { read, initial, switch: false, help };
}

/** Source of the market's prices; null: as the verb has it. */
export function marketKind(help: string): Setting<string | null> {
  const read = (found: string): string | Need => {
    if (found === 'false') return 'none';
    if (found === 'true') return 'world';
    const isPath = found.includes('/') || found.includes('.');
    return isPath || ['world', 'feed', 'none'].includes(found)
      ? found
      : new Need('world, feed, none, or the path of a file of prices');
  };
  return { read, initial: null, switch: false, negatable: true, help };
}

/** Names of a file, by the contracts they mean. */
export function names(help: string): Setting<ReadonlyMap<string, string>> {
  const read = (found: string): ReadonlyMap<string, string> | Need => {
    const pairs = found.split(',').map((pair) => /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair));
    return pairs.includes(null)
      ? new Need('names and contracts, such as XBT=cmt_btcusdt,ETHER=cmt_ethusdt')
      : new Map(pairs.map((pair) => [pair![2]!, pair![1]!]));
  };
  return { read, initial: new Map(), switch: false, help };
}

/** Rows of the market's table, as JSON, of contracts that it has none of. */
export function rows(help: string): Setting<readonly Row[]> {
  const read = (found: string): readonly Row[] | Need => {
    try {
      const given = rowsOf(JSON.parse(found) as unknown, 'it');
      const known = given.find(({ symbol }) => TABLE.some((row) => row.symbol === symbol));
      return known === undefined ? given : new Need(`other contracts than ${known.symbol}, which has a row`);
    } catch (error) {
      return new Need(`rows such as \`outcry market fit\` prints: ${error instanceof Error ? error.message : ''}`);
    }
  };
  return { read, initial: [], switch: false, help };
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

export function optional(help: string, form: { test(found: string): boolean }, what: string): Setting<string | null> {
  return { read: (found) => (form.test(found) ? found : new Need(what)), initial: null, switch: false, help };
}

export const POSTGRES_URL = {
  test: (found: string): boolean => isPostgres(found) && !/\s/.test(found) && URL.canParse(found),
};

/** An order that several nodes share. */
export interface EtcdPlace {
  /** `host:port` of each member. */
  readonly members: readonly string[];
  /** Its name among others in the same etcd. */
  readonly exchange: string;
}

const ETCD_URL =
  /^etcd:\/\/((?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}(?:,(?:[A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5})*)\/([a-z0-9][a-z0-9-]{0,63})$/;

export function etcdPlace(help: string): Setting<EtcdPlace | null> {
  const read = (found: string): EtcdPlace | Need => {
    const [, members, exchange] = ETCD_URL.exec(found) ?? [];
    if (members === undefined || exchange === undefined)
      return new Need(
        'etcd://, its members with their ports and commas between, and a name: etcd://a:2379,b:2379/main',
      );
    return { members: members.split(','), exchange };
  };
  return { read, initial: null, switch: false, help };
}

export function whole<T extends number | null>(
  initial: T,
  from: number,
  to: number,
  help: string,
): Setting<number | T> {
  const read = (found: string): number | Need => {
    const value = /^(0|[1-9][0-9]{0,15})$/.test(found) ? Number(found) : Number.NaN;
    return value >= from && value <= to ? value : new Need(`a whole number from ${from} to ${to}`);
  };
  return { read, initial, switch: false, help };
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_DAYS = 36_500;

/** An age in milliseconds; null for ever. */
export function age(initial: string, help: string): Setting<number | null> {
  const read = (found: string): number | null | Need => {
    if (found === 'forever') return null;
    const [, count = '', unit = ''] = /^([1-9][0-9]{0,7})([mhd])$/.exec(found) ?? [];
    const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
    return ms > 0 && ms <= LONGEST_DAYS * UNITS['d']! ? ms : new Need("an age such as 30m, 12h or 90d, or 'forever'");
  };
  return { read, initial: read(initial) as number | null, switch: false, help: `${help} (${initial})` };
}

/** `help` says what the switch does that changes it. */
export function yesNo(initial: boolean, help: string): Setting<boolean> {
  const read = (found: string): boolean | Need =>
    found === 'true' ? true : found === 'false' ? false : new Need('true or false');
  return { read, initial, switch: true, help };
}

export function oneOf<const T extends string>(choices: readonly T[], initial: NoInfer<T>, help: string): Setting<T> {
  const read = (found: string): T | Need =>
    choices.find((one) => one === found) ?? new Need(`one of ${choices.join(', ')}`);
  return { read, initial, switch: false, help };
}

export function logLevels(initial: 'info', help: string): Setting<LogLevels> {
  const need = `one of ${LOG_LEVELS.join(', ')}, for all or for a part: info,disk=debug (parts: ${LOG_PARTS.join(', ')})`;
  const read = (found: string): LogLevels | Need => logLevelsIn(found, initial) ?? new Need(need);
  return { read, initial: { all: initial, parts: {} }, switch: false, help: `${help} (${initial})` };
}

export function list(help: string): Setting<readonly string[]> {
  const read = (found: string): readonly string[] =>
    found.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  return { read, initial: [], switch: false, help };
}

export function overrides(help: string): Setting<Readonly<Record<string, AccountRateOverride>>> {
  return { read: readOverrides, initial: {}, switch: false, help };
}

const OVERRIDE_FIELDS = ['uidBudget', 'ordersPerSecond', 'createOrdersPerMinute'];
const OVERRIDE_NEED = `JSON by account id, such as {"1000001": {"uidBudget": 5000}}, with ${OVERRIDE_FIELDS.join(', ')}`;

function readOverrides(found: string): Readonly<Record<string, AccountRateOverride>> | Need {
  try {
    const value: unknown = JSON.parse(found);
    const fine =
      isRecord(value) && Object.entries(value).every(([id, row]) => /^[1-9][0-9]{0,15}$/.test(id) && isOverride(row));
    return fine ? (value as Record<string, AccountRateOverride>) : new Need(OVERRIDE_NEED);
  } catch {
    return new Need(OVERRIDE_NEED);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOverride(row: unknown): boolean {
  return (
    isRecord(row) &&
    Object.entries(row).every(
      ([key, value]) => OVERRIDE_FIELDS.includes(key) && Number.isSafeInteger(value) && Number(value) >= 0,
    )
  );
}
