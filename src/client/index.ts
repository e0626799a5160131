/**
 * The package: what a program imports. `createClient` is where to begin; README.md beside this file shows it.
 */
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type Input,
  type ListOperation,
  type Operations,
} from './client.ts';
export type { ServerClock } from './clock.ts';
export { NoAnswer, OutcryError } from './errors.ts';
export type { Answered } from './http.ts';
export { type Credentials, importSecret, sign, signedHeaders, type SigningKey } from './sign.ts';
export * from './wire/index.ts';
