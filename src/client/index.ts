/**
 * The package: what a program imports. `createClient` is where to begin; README.md beside this file shows it.
 */
export { type Client, type ClientOptions, createClient } from './client.ts';
export type { ServerClock } from './clock.ts';
export { type Decided, type DecidedOrder, DecisionFailed, type DecisionLog, type DecisionMade } from './decide.ts';
export { createClientFromEnv, type Environment } from './environment.ts';
export { NoAnswer, OutcryError } from './errors.ts';
export type { Answered } from './http.ts';
export type { AccountStream } from './live/account-stream.ts';
export type { Stop } from './live/channel-kinds.ts';
export type { SocketConstructor, SocketLike } from './live/connection.ts';
export type { DepthBook, Level } from './live/depth-book.ts';
export type { Listeners } from './live/listeners.ts';
export {
  type Decide,
  Lockstep,
  type Next,
  type Now,
  rehearse,
  type RehearsalTime,
  type RehearseOptions,
  type SealedAction,
  type SealedResult,
  type Turn,
} from './lockstep.ts';
export type { MarketStream } from './live/market-stream.ts';
export type { EntryOperation, OrderEntry } from './live/order-entry.ts';
export type { CallOptions, Input, ListOperation, Operations } from './operations.ts';
export { type Credentials, importSecret, sign, signedHeaders, type SigningKey } from './sign.ts';
export * from './wire/index.ts';
