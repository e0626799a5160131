/** The dialects of the WebSockets as an attacker needs them: where they are, what is asked, and what may come back. */

export interface Tongue {
  readonly name: string;
  readonly public: readonly string[];
  /** A signature is over the first. */
  readonly private: readonly string[];
  readonly channels: readonly string[];
  readonly isPublic: (channel: string) => boolean;
  readonly subscription: (method: 'subscribe' | 'unsubscribe', channel: string) => string;
  /** A question that is always answered, and its answer; the digits tell it from others. */
  readonly question: (digits: string) => readonly [asked: string, answer: string];
  /** Whether it is one of the messages there are. */
  readonly isKnown: (message: Record<string, unknown>) => boolean;
  readonly isError: (message: Record<string, unknown>) => boolean;
  /** Whether it says that something failed inside. */
  readonly isFault: (message: Record<string, unknown>) => boolean;
}

const EVENTS_V2 = ['subscribed', 'unsubscribed', 'error', 'payload', 'ping', 'pong', 'response', 'loggedIn'];
const EVENTS_V3 = ['connected', 'ping', 'loggedIn'];

const V2: Tongue = {
  name: 'v2',
  public: ['/v2/ws/public'],
  private: ['/v2/ws/private'],
  channels: [
    'ticker.cmt_btcusdt',
    'depth.cmt_btcusdt.15',
    'depth.cmt_ethusdt.200',
    'trades.cmt_btcusdt',
    'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1',
    'kline.MARK_PRICE.cmt_ethusdt.HOUR_4',
    'account',
    'positions',
    'position',
    'fill',
    'trade',
    'orders',
  ],
  isPublic: (channel) => channel.includes('.'),
  subscription: (event, channel) => JSON.stringify({ event, channel }),
  question: (digits) => [`{"event":"ping","time":"${digits}"}`, `{"event":"pong","time":"${digits}"}`],
  isKnown: ({ event }) => EVENTS_V2.includes(String(event)),
  isError: ({ event, code }) => event === 'error' || (event === 'response' && code !== '00000'),
  isFault: ({ code }) => code === '500',
};

const V3: Tongue = {
  name: 'v3',
  public: ['/v3/ws/public', '/contract/v3/ws/public'],
  private: ['/v3/ws/private', '/contract/v3/ws/private'],
  channels: [
    'BTCUSDT@ticker',
    'btcusdt@depth15',
    'ETHUSDT@depth200',
    'BTCUSDT@trade',
    'BTCUSDT@kline_1m',
    'ETHUSDT@kline_4h_MARK_PRICE',
    'account',
    'positions',
    'position',
    'fill',
    'trade',
    'orders',
    'order',
  ],
  isPublic: (channel) => channel.includes('@'),
  subscription: (method, channel) => JSON.stringify({ id: 1, method: method.toUpperCase(), params: [channel] }),
  question: (digits) => [`{"id":${digits},"method":"PING"}`, `{"result":true,"id":${digits}}`],
  isKnown: ({ e, event, type, result }) =>
    typeof e === 'string' || typeof result === 'boolean' || type === 'ping' || EVENTS_V3.includes(String(event)),
  // What was sent is shown again, so its words are nothing of the inside.
  isError: ({ result, msg }) => result === false && !String(msg).startsWith('INVALID_ARGUMENT'),
  isFault: ({ msg }) => String(msg).startsWith('INTERNAL'),
};

export const TONGUES: readonly Tongue[] = [V2, V3];
