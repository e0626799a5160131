/**
 * Flags, environment and a file become one typed, frozen object; nothing else reads `process.env`.
 *
 * A setting has one dotted name (`rateLimit.ip.budget`), from which its flag (`--rate-limit-ip-budget`), its variable
 * (`OUTCRY_RATE_LIMIT_IP_BUDGET`) and its key in the file of `--config` follow. The command line wins over the
 * environment, that over the file, that over the default. A value that can't be used stops the start and says where it
 * stood, what it was and what is needed.
 */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { EtcdPlace, Setting } from './setting-kinds.ts';
import { OF_THE_DEMO, type SettingName, SETTINGS } from './settings.ts';
import { callerIn } from './caller.ts';
import type { EtcdFiles } from './etcd-access.ts';
import { ConfigError, flagOf, type Given, givenIn, NAMES, valueOf } from './given.ts';
import { isPostgres } from '../../store/database/address.ts';
import type { LogLevels } from '../log-levels.ts';
import type { DiskSettings } from '../watch/disk-watch.ts';
import type { JournalSettings } from '../journal/mover.ts';
import type { Keep } from '../../store/upkeep/keep.ts';
import type { Row } from '../../market/world/table.ts';
import type { SnapshotRhythm } from '../../store/upkeep/snapshots.ts';
import type { StoreBound } from '../watch/store-bound.ts';
import type { ApiSettings } from '../../api/front/limits/settings.ts';

export { ConfigError, nearest } from './given.ts';
export { shownAddress } from '../../store/database/address.ts';
export { USUAL_URL } from './caller.ts';
export type { SettingName } from './settings.ts';

type ValueOf<S> = S extends Setting<infer T> ? T : never;
type Values = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

/** The place of an order that nodes share, and what its keepers must be shown. */
export interface OrderPlace extends EtcdPlace {
  readonly access: EtcdFiles;
}

/** One node among several that share an order. */
export interface NodeSettings extends OrderPlace {
  /** Its name among them. */
  readonly name: string;
  /** Whether private reads are of all that was answered anywhere before, or of what it has. */
  readonly reads: 'confirmed' | 'local';
}

/** Everything that can be set. `data` is an absolute path. */
export interface Config extends ApiSettings {
  readonly data: string;
  /** Of the exchange's own market; null: of the folder, or drawn. */
  readonly seed: string | null;
  /** `world`, `feed`, `none`, or the path of a file of prices. */
  readonly market: string;
  readonly feedCommand: string | null;
  /** Rows that are appended to the market's table. */
  readonly marketContracts: readonly Row[];
  /** Whether a world has headlines. */
  readonly headlines: boolean;
  /** Names in a file of prices, by the contracts they mean. */
  readonly marketMap: ReadonlyMap<string, string>;
  /** Hides which history a file of prices is; null: shown as it was. */
  readonly marketDisguise: string | null;
  /** The end of a file of prices; but for `repeat` it is played once. */
  readonly marketEnd: 'repeat' | 'pause' | 'stop' | 'world';
  /** Source of prices of contracts that a file does not have. */
  readonly marketRest: 'none' | 'world';
  readonly agents: boolean;
  /** Whether the hot paths are compiled during the start. */
  readonly warmUp: boolean;
  readonly json: boolean;
  /** Name of the AI log, or null: one is made at the first start. */
  readonly origin: string | null;
  /** Address of PostgreSQL, or null: SQLite in the data folder. */
  readonly store: string | null;
  /** Null: the one machine that there is. */
  readonly node: NodeSettings | null;
  /** How long trading goes on while the read store is away. */
  readonly storeAway: StoreBound;
  /** How much of the disk is kept free, and when it is warned of. */
  readonly disk: DiskSettings;
  readonly journal: JournalSettings;
  /** OTLP collector of spans of fills and refusals; null: there is none. */
  readonly otlpEndpoint: string | null;
  /** Rebuild the projections at this start. */
  readonly rebuildStore: boolean;
  /** Losses that are accepted at this start, as a refusal names them. */
  readonly acceptLoss: readonly string[];
  /** Program that signs the AI log, or null: the key is in the data folder. */
  readonly logSigner: string | null;
  /** File of the witnesses that are asked to cosign the AI log; null: none are. */
  readonly logWitnesses: string | null;
  /** The rows of the read store that are kept, and for how long. */
  readonly keep: Keep;
  /** When snapshots are written, besides at a clean stop. */
  readonly snapshot: SnapshotRhythm;
  readonly maxQueue: number;
  readonly logLevels: LogLevels;
}

/** The settings of an exchange without a demo. */
export const SETTINGS_WITHOUT_DEMO: readonly SettingName[] = NAMES.filter((name) => !OF_THE_DEMO.includes(name));

/** The flags with what they mean, for `--help`; of the settings named, all when none is. */
export function settingsHelp(names: readonly SettingName[] = NAMES): string {
  const rows = names.map((name): readonly [string, string] => {
    const { initial, help, switch: isSwitch } = SETTINGS[name] as Setting<unknown>;
    const flag = isSwitch
      ? initial === true
        ? `--no-${flagOf(name)}`
        : `--${flagOf(name)}`
      : `--${flagOf(name)} ${name === 'data' ? 'DIR' : '…'}`;
    const shown =
      isSwitch || (typeof initial !== 'string' && typeof initial !== 'number') || initial === '' ? '' : ` (${initial})`;
    return [flag, `${help}${shown}`];
  });
  rows.push(['--config FILE', 'a JSON file of these settings']);
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`).join('\n');
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}

/**
 * Reads all settings.
 * @param argv the options of the command line, without the verb
 * @param usualMarket the market where none is set
 * @throws ConfigError
 */
export function readConfig(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
  usualMarket: 'world' | 'none' = 'world',
): Config {
  const given = givenIn(argv, environment);
  const values = Object.fromEntries(NAMES.map((name) => [name, valueOf(name, given(name))])) as unknown as Values;
  if ((values['journal.keep'] === null) !== (values['journal.archive'] === null))
    throw new ConfigError(
      'journal.keep and journal.archive go together: how long files stay here, and where they go then',
    );
  mustBeWholeNode(values, given);
  mustFit(values, given);
  const market = values.market ?? usualMarket;
  if (values.headlines && market !== 'world')
    throw new ConfigError(`--headlines are of --market world: nobody knows why prices of ${market} jump`);
  if ((market === 'feed') !== (values.feedCommand !== null))
    throw new ConfigError('--market feed and --feed-command go together: that there is a feed, and what writes it');
  const isFile = !['world', 'feed', 'none'].includes(market);
  const { marketDisguise, marketMap, marketEnd, marketRest } = values;
  const ofFile = marketDisguise !== null || marketMap.size > 0 || marketEnd !== 'repeat' || marketRest !== 'none';
  if (!isFile && ofFile)
    throw new ConfigError(
      `--market-map, --market-disguise, --market-end and --market-rest are for --market FILE, not for --market ${market}`,
    );
  return deepFreeze(assemble({ ...values, market }));
}

/**
 * Of the settings of a node, where its order is, for whoever looks at it from outside.
 * @throws ConfigError, also when no order is named
 */
export function readOrderPlace(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): OrderPlace {
  const given = givenIn(argv, environment);
  const names: readonly SettingName[] = ['journal', ...OF_ETCD];
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name, given(name))])) as unknown as Values;
  if (values.journal === null)
    throw new ConfigError(
      '--journal etcd://… is needed (or OUTCRY_JOURNAL, or --config FILE): the order of the cluster',
    );
  mustFit(values, given);
  return placeOf(values, values.journal);
}

/**
 * Of the settings of a node, the PostgreSQL it shares.
 * @throws ConfigError, also when none is named
 */
export function readSharedStore(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const store = valueOf('store', givenIn(argv, environment)('store')) as Values['store'];
  if (store === null || !isPostgres(store))
    throw new ConfigError('--store postgres://… is needed (or OUTCRY_STORE, or --config FILE): what nodes share');
  return store;
}

const OF_ETCD = [
  'journal.tlsCa',
  'journal.tlsCert',
  'journal.tlsKey',
  'journal.user',
  'journal.passwordFile',
] as const satisfies readonly SettingName[];

/** @throws ConfigError */
function mustFit(values: Values, given: (name: SettingName) => Given | undefined): void {
  const lone = values.journal === null ? OF_ETCD.map(given).find((one) => one !== undefined) : undefined;
  if (lone !== undefined) throw new ConfigError(`${lone.from} is of etcd, which --journal etcd://… names`);
  const { user, passwordFile, tlsCa, tlsCert, tlsKey } = settingsOf(values, 'journal');
  if ((user === null) !== (passwordFile === null))
    throw new ConfigError('--journal-user and --journal-password-file go together');
  if ((tlsCert === null) !== (tlsKey === null) || (tlsCert !== null && tlsCa === null))
    throw new ConfigError('--journal-tls-cert and --journal-tls-key go together, and with --journal-tls-ca');
}

/** @throws ConfigError */
function mustBeWholeNode({ journal, store }: Values, given: (name: SettingName) => Given | undefined): void {
  if (journal !== null && store === null)
    throw new ConfigError(
      '--journal etcd://… needs --store postgres://… too: nodes share what is not in their order there',
    );
  const lone = journal === null ? (given('node') ?? given('reads')) : undefined;
  if (lone !== undefined)
    throw new ConfigError(`${lone.from} is of a node among several, which --journal etcd://… makes this one`);
}

type Under<Prefix extends string> = {
  readonly [Name in SettingName as Name extends `${Prefix}.${infer Rest}` ? Rest : never]: Values[Name];
};

/** The settings whose names begin with a word and a dot, by the rest of their names. */
function settingsOf<const Prefix extends string>(values: Values, prefix: Prefix): Under<Prefix> {
  const under = NAMES.filter((name) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(under.map((name) => [name.slice(prefix.length + 1), values[name]])) as Under<Prefix>;
}

function nodeOf(values: Values): NodeSettings | null {
  const { journal, node, reads } = values;
  return journal === null ? null : { ...placeOf(values, journal), name: node ?? hostname(), reads };
}

function placeOf(values: Values, journal: EtcdPlace): OrderPlace {
  const { user, passwordFile, tlsCa, tlsCert, tlsKey } = settingsOf(values, 'journal');
  return { ...journal, access: { user, passwordFile, tlsCa, tlsCert, tlsKey } };
}

function assemble(values: Values & { readonly market: string }): Config {
  const { data, host, port, adminPort, seed, market, feedCommand, agents, json, origin, store, maxQueue } = values;
  const {
    marketMap,
    marketDisguise,
    headlines,
    warmUp,
    rebuildStore,
    acceptLoss,
    storeAwaySeconds,
    storeAwayCommands,
    marketEnd,
    marketRest,
  } = values;
  return {
    data: resolve(data),
    host,
    port,
    adminPort,
    seed,
    market,
    feedCommand,
    marketContracts: values['market.contracts'],
    headlines,
    marketMap,
    marketDisguise,
    marketEnd,
    marketRest,
    agents,
    warmUp,
    json,
    origin,
    store,
    node: nodeOf(values),
    storeAway: { seconds: storeAwaySeconds, commands: storeAwayCommands },
    disk: settingsOf(values, 'disk'),
    journal: settingsOf(values, 'journal'),
    otlpEndpoint: values.otlpEndpoint,
    rebuildStore,
    acceptLoss,
    logSigner: values['aiLog.signer'],
    logWitnesses: values['aiLog.witnesses'],
    keep: { projectHouse: values.projectHouse, ...settingsOf(values, 'keep') },
    snapshot: settingsOf(values, 'snapshot'),
    maxQueue,
    logLevels: values['log.level'],
    http: settingsOf(values, 'http'),
    admin: settingsOf(values, 'admin'),
    locale: { default: values['locale.default'] },
    compat: settingsOf(values, 'compat'),
    rateLimit: {
      enabled: values['rateLimit.enabled'],
      windowMs: values['rateLimit.windowMs'],
      ip: settingsOf(values, 'rateLimit.ip'),
      uid: settingsOf(values, 'rateLimit.uid'),
      orders: settingsOf(values, 'rateLimit.orders'),
      overrides: values['rateLimit.overrides'],
    },
    ws: settingsOf(values, 'ws'),
    aiLogBytesPerDay: values['aiLog.bytesPerDay'],
    benchRoutes: values['bench.routes'],
  };
}

/** The environment of a program that is begun: this process's own, and more. */
export const environmentWith = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
});

/** A caller's settings from the environment: the exchange's address, and the key. */
export const readCaller = (environment = process.env) => callerIn(environment);
