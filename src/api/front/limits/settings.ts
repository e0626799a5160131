/**
 * The settings of the HTTP surface (docs/api.md): the part of the configuration this folder reads. `config.ts`
 * makes them and holds the defaults; nothing here reads the environment.
 *
 * Limits that are part of the contract rather than settings (body sizes, time-outs, JSON limits) are constants in
 * `http-limits.ts`.
 */

/** Exceptions for one account; absent fields keep the general setting. */
export interface AccountRateOverride {
  readonly uidBudget?: number;
  readonly ordersPerSecond?: number;
  /** Orders created in 60 s over all kinds; 0 or absent is off. */
  readonly createOrdersPerMinute?: number;
}

export interface RateLimitSettings {
  /** False: nothing is counted and the rate headers are absent, for load tests. */
  readonly enabled: boolean;
  readonly windowMs: number;
  /** `chargePrivate` false: private requests cost the address nothing, for many teams behind one. */
  readonly ip: { readonly budget: number; readonly chargePrivate: boolean };
  readonly uid: { readonly budget: number };
  /** Requests per second, account and kind of order operation; 0 is off. */
  readonly orders: { readonly perSecond: number };
  /** By account id. */
  readonly overrides?: Readonly<Record<string, AccountRateOverride>>;
}

export interface ApiSettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Port of the administration on 127.0.0.1; 0 takes a free one. */
  readonly adminPort: number;
  readonly http: {
    /** Prefix removed before routing and signature checks: `''` or `/something`, without a slash at its end. */
    readonly basePath: string;
    /** Addresses or CIDR ranges whose `X-Forwarded-For` is believed. */
    readonly trustedProxies: readonly string[];
    /** `Access-Control-Allow-Origin`; null: any origin, and on a demo none but its own. */
    readonly corsOrigin: string | null;
    /** Names a demo and the pages answer to beside loopback and the address listened on. */
    readonly hosts: readonly string[];
    /** Bytes of request bodies kept at once, over all requests under way. */
    readonly maxBufferedBytes: number;
    /** Connections in all, and from one address; trusted proxies count in all only. */
    readonly maxConnections: number;
    readonly maxConnectionsPerAddress: number;
  };
  readonly admin: {
    /** Names the administration answers to beside loopback's, with their ports. */
    readonly hosts: readonly string[];
  };
  readonly locale: { readonly default: 'en-US' | 'zh-CN' };
  readonly compat: {
    /** How plan orders show `type`, `status` and `order_type` (W-18). */
    readonly planOrderEnums: 'numbers' | 'words';
    /** The order of candles when the caller asks for none. */
    readonly candleOrder: 'newestFirst' | 'oldestFirst';
    /** `contractVal` of v3: the face value, or 1 for programs that multiply sizes by it. */
    readonly v3ContractVal: 'face' | 'one';
  };
  readonly rateLimit: RateLimitSettings;
  /** WebSockets (docs/push.md): how often the other side is pinged, how long it may take nothing, and how many. */
  readonly ws: {
    readonly pingMs: number;
    readonly stalledMs: number;
    readonly subscriptionsPerHour: number;
    readonly channels: number;
    readonly connectsPerAddress: number;
    readonly connectionsPerAddress: number;
  };
  /** Bytes of AI-log bodies per account and UTC day (docs/ai-log.md 6); absent: 1 GiB. */
  readonly aiLogBytesPerDay?: number;
  /** Adds the signed no-op route the bench compares with. Never on in production. */
  readonly benchRoutes?: boolean;
}
