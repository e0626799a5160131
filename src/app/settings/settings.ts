/** Everything that can be set: its kind, what it is when not set, and a line of help. */
import {
  address,
  age,
  etcdPlace,
  list,
  logLevels,
  marketKind,
  names,
  oneOf,
  optional,
  overrides,
  POSTGRES_URL,
  rows,
  type Setting,
  text,
  whole,
  yesNo,
} from './setting-kinds.ts';

const MAX_PORT = 65_535;
const MIB = 1024 * 1024;
const A_PATH = /\S/;

export const SETTINGS = {
  data: text('./data', 'folder everything is kept in'),
  host: address('127.0.0.1', 'address the exchange listens on'),
  port: whole(8080, 0, MAX_PORT, 'its port; 0 takes a free one'),
  adminPort: whole(0, 0, MAX_PORT, 'port of the administration on 127.0.0.1; 0 takes a free one'),
  market: marketKind(
    'whose prices the house quotes around: world (simulated), feed (--feed-command), a file of prices, or none: the books are empty',
  ),
  feedCommand: optional(
    'program that writes index prices for --market feed, a line of JSON each: {"symbol":"BTCUSDT","price":"90000.1"}',
    /\S/,
    'a command line',
  ),
  marketMap: names('contracts of a --market FILE by its own names: XBT=cmt_btcusdt,ETHER=cmt_ethusdt'),
  marketDisguise: optional(
    'text that hides which history a --market FILE is: prices scaled, half of the contracts mirrored',
    /^[\x21-\x7e]{1,64}$/,
    '1 to 64 characters of printable ASCII',
  ),
  marketEnd: oneOf(
    ['repeat', 'pause', 'stop', 'world'],
    'repeat',
    'what happens when a --market FILE is over: it begins again, has no prices, ends the exchange, or a world goes on from its last ones',
  ),
  marketRest: oneOf(['none', 'world'], 'none', 'prices of the contracts that a --market FILE does not have'),
  seed: optional(
    'secret the market is made of, fixed at its first start; not given, one that nobody knows is drawn',
    /^[\x20-\x7e]{1,64}$/,
    '1 to 64 characters of printable ASCII',
  ),
  headlines: yesNo(
    false,
    'texts about jumps of a world, seconds before them, by which a reader may know what follows; fixed at the first start',
  ),
  'market.contracts': rows(
    'rows of the market’s table for contracts of your own, in the file of --config; fixed at the first start',
  ),
  agents: yesNo(true, 'no scripted agents that trade and say why'),
  warmUp: yesNo(true, 'no made-up orders while it starts: the first real ones take longer'),
  json: yesNo(false, 'print one line of JSON when ready, and nothing else, on standard output'),
  origin: optional(
    'name of the AI log, fixed at the first start (a host and a path)',
    /^[a-z0-9.-]+(:[0-9]+)?(\/[A-Za-z0-9._~-]+)+$/,
    'host/path, such as outcry.example/ailog',
  ),
  store: optional(
    'read store: a postgres:// address; not given, a SQLite file in the data folder',
    POSTGRES_URL,
    'postgres://user@host/database',
  ),
  journal: etcdPlace(
    'order that several nodes share, in etcd: etcd://host:2379,host:2379,host:2379/name; not given, this folder alone',
  ),
  'journal.tlsCa': optional(
    'file of who vouches for the members of etcd, PEM; then they are asked over TLS',
    A_PATH,
    'the path of a file',
  ),
  'journal.tlsCert': optional('file of the certificate that is shown to them', A_PATH, 'the path of a file'),
  'journal.tlsKey': optional('and of its key', A_PATH, 'the path of a file'),
  'journal.user': optional('user of etcd, where it asks for one', /^\S{1,128}$/, 'a name'),
  'journal.passwordFile': optional('file of the user’s password', A_PATH, 'the path of a file'),
  node: optional('name of this node among those; not given, of its host', /^[A-Za-z0-9._-]{1,64}$/, 'a plain name'),
  reads: oneOf(
    ['confirmed', 'local'],
    'confirmed',
    'private reads of a node: of all that was answered anywhere before, or of what it has',
  ),
  storeAwaySeconds: whole(3_600, 0, 2_592_000, 'how long trading goes on while the read store is away; 0: without end'),
  storeAwayCommands: whole(1_000_000, 0, 1_000_000_000, 'and for how many commands; 0: without end'),
  'disk.reserveBytes': whole(
    MIB * 256,
    0,
    Number.MAX_SAFE_INTEGER,
    'bytes of the disk kept free: below them no command is taken; 0: until it is full',
  ),
  'disk.warnHours': whole(24, 0, 8_760, 'warn when the disk will be full in so many hours at the present rate'),
  'journal.segmentBytes': whole(
    MIB * 32,
    4_096,
    MIB * 64,
    'bytes of commands after which a file of the journal is closed, and compressed',
  ),
  'journal.keep': age('forever', 'how long its closed files stay here, before they are moved to --journal-archive'),
  'journal.archive': optional('folder they are moved to', /^\/.+$/, 'the absolute path of a folder that is there'),
  otlpEndpoint: optional(
    'OTLP collector that fills and refusals of traced requests are sent to as spans',
    /^https?:\/\/[^\s]+$/,
    'a base address such as http://127.0.0.1:4318',
  ),
  rebuildStore: yesNo(false, 'build what the read store projects anew from the journal, before anything else'),
  acceptLoss: list('losses that are accepted at this start, as the refusal names them (no-store@4711)'),
  'keep.house': age('1d', "how long the read store keeps what the exchange's own market did"),
  projectHouse: yesNo(false, "keep the house's orders, bills and sides of fills there, too, to look into its market"),
  'keep.users': age('forever', 'how long it keeps what users did: bills, ended orders, fills'),
  'keep.trades': age('forever', "how long it keeps users' fills, when that is shorter"),
  'keep.minutes': age('90d', 'how long it keeps candles of one minute'),
  'snapshot.commands': whole(
    500_000,
    0,
    1_000_000_000,
    'commands after which a snapshot is written; 0: never for that',
  ),
  'snapshot.minutes': whole(60, 0, 100_000, 'and minutes; 0: never for that'),
  maxQueue: whole(10_000, 1, 1_000_000, 'commands that may wait before 503 is answered'),
  'http.basePath': text(
    '',
    'prefix of every path, removed before routing',
    /^(\/[A-Za-z0-9._~-]+)+$/,
    'a path such as /exchange, without a slash at its end',
  ),
  'http.trustedProxies': list(
    'addresses or CIDR blocks whose X-Forwarded-For or Forwarded is believed, with commas between',
  ),
  'http.corsOrigin': optional(
    'Access-Control-Allow-Origin of the answers; not given, any (*), and on a demo none',
    /^(\*|https?:\/\/[A-Za-z0-9.:[\]_-]+)$/,
    'an origin such as https://page.example, or *',
  ),
  'http.hosts': list('names a demo and the pages answer to as well, with commas between'),
  'http.maxBufferedBytes': whole(MIB * 64, MIB * 8, MIB * 65_536, 'bytes of request bodies kept at once, in all'),
  'http.maxConnections': whole(4_096, 1, 1_000_000, 'connections at once, in all'),
  'http.maxConnectionsPerAddress': whole(256, 1, 1_000_000, 'connections at once from one address'),
  'admin.hosts': list('names the administration answers to as well, with their ports'),
  'locale.default': oneOf(['en-US', 'zh-CN'], 'en-US', 'language of messages when the caller names none'),
  'compat.candleOrder': oneOf(
    ['newestFirst', 'oldestFirst'],
    'newestFirst',
    'order of candles when the caller asks for none',
  ),
  'compat.planOrderEnums': oneOf(['numbers', 'words'], 'numbers', 'how plan orders show type, status and order_type'),
  'compat.v3ContractVal': oneOf(
    ['face', 'one'],
    'face',
    'contractVal of /capi/v3: the face value, or 1 for programs that multiply sizes by it',
  ),
  'rateLimit.enabled': yesNo(true, 'count no weights and no order rates'),
  'rateLimit.windowMs': whole(10_000, 100, 3_600_000, 'window of the weight budgets, in ms'),
  'rateLimit.ip.budget': whole(1000, 1, 1_000_000_000, 'weight per address and window'),
  'rateLimit.ip.chargePrivate': yesNo(true, 'charge private requests to the account only, not to the address'),
  'rateLimit.uid.budget': whole(1000, 1, 1_000_000_000, 'weight per account and window'),
  'rateLimit.orders.perSecond': whole(10, 0, 1_000_000, 'order requests per account and second; 0 is no limit'),
  'rateLimit.overrides': overrides('other limits for single accounts, as JSON by account id'),
  'ws.pingMs': whole(20_000, 100, 3_600_000, 'how often the other side of a WebSocket is pinged, in ms'),
  'ws.stalledMs': whole(10_000, 100, 3_600_000, 'how long it may take nothing of what it is sent, in ms'),
  'ws.subscriptionsPerHour': whole(240, 1, 1_000_000, 'subscribe and unsubscribe on one WebSocket'),
  'ws.channels': whole(100, 1, 100_000, 'channels on one WebSocket'),
  'ws.connectsPerAddress': whole(300, 1, 1_000_000_000, 'WebSockets opened by one address in five minutes'),
  'ws.connectionsPerAddress': whole(100, 1, 1_000_000, 'WebSockets of one address at once'),
  'aiLog.bytesPerDay': whole(
    1_073_741_824,
    1,
    Number.MAX_SAFE_INTEGER,
    'bytes of AI logs and dry runs per account and UTC day',
  ),
  'aiLog.signer': optional(
    'program that signs the AI log; not given, the key is a file in the data folder',
    /^\/.+$/,
    'the absolute path of a program',
  ),
  'aiLog.witnesses': optional(
    "file of the witnesses that cosign the AI log, as a C2SP tlog-policy without logs; its quorum becomes the log's",
    /^\/.+$/,
    'the absolute path of a file',
  ),
  'bench.routes': yesNo(false, 'add the signed route without effect that the benchmark compares with'),
  'log.level': logLevels('info', 'how much is written to standard error, in all and by part: info,disk=debug'),
} satisfies Record<string, Setting<unknown>>;

/** Settings an exchange without a demo has none of. */
export const OF_THE_DEMO: readonly string[] = ['agents'];

export type SettingName = keyof typeof SETTINGS;
