/**
 * The core as a package, `outcry/core`: what a program needs that embeds the engine. docs/use-the-engine.md shows how,
 * and says what is promised of it between versions.
 */
export { audit } from './audit.ts';
export { createEngine, type Engine } from './engine.ts';
export type { Command, CommandName, CommandOf, Sequenced } from './language/commands.ts';
export { DEFAULT_CONTRACTS } from './language/contract-defaults.ts';
export { CORE_VERSION, CoreUnknown } from './language/core-version.ts';
export type { ContractSpec } from './language/contract-spec.ts';
export type { Reject } from './language/rejects.ts';
export { Fault } from './num/invariant.ts';
export { stateHash } from './state/hash.ts';
export type * from './state/records.ts';
export type { State } from './state/state.ts';
export type { Sha256 } from './text/bytes.ts';
export type { Event } from './turn/events.ts';
export type { Outcome, ResultOf } from './turn/outcome.ts';
