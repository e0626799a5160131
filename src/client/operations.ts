/**
 * The operations as methods: the arguments each takes and the answer it gives, from the types the routes are written
 * out as (`wire/`). Types only.
 */
import type { Answered } from './http.ts';
import type { Answers, Operation, OPERATIONS, Requests } from './wire/index.ts';

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** How long one attempt may take; else what the client has, and ten minutes for a file, which is made first. */
  readonly timeoutMs?: number;
}

type Method<Name extends Operation> = (typeof OPERATIONS)[Name]['method'];

/** The input of an operation. A body may also be its exact text or bytes: an AI log is stored as it was sent. */
export type Input<Name extends Operation> =
  Method<Name> extends 'POST' ? Requests[Name] | string | Uint8Array : Requests[Name];

/** The arguments of an operation's method; the input may be left out where nothing in it is required. */
type Arguments<Name extends Operation> =
  Record<string, never> extends Requests[Name]
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

/** Every operation under its own name. */
export type Operations = {
  readonly [Name in Operation]: (...parameters: Arguments<Name>) => Promise<Answers[Name]>;
};

/** The operations that answer a page at a time. */
export type ListOperation = {
  [Name in Operation]: 'cursor' extends keyof Requests[Name] ? Name : never;
}[Operation];

/** The operations by name, for callers who need the headers of an answer too. */
export interface Calls {
  /** An operation, with the headers of its answer. */
  call<Name extends Operation>(name: Name, ...parameters: Arguments<Name>): Promise<Answered<Answers[Name]>>;
}
