/**
 * A tool: its name, when to use it, what it takes, and what it does with a client of the exchange. It answers with few
 * fields, each with its unit in its name; what the exchange refuses it throws on as it came.
 */
import type { Client } from '../client/client.ts';
import type { CallOptions, Input } from '../client/operations.ts';
import type { Answers, Operation } from '../client/wire/index.ts';
import type { InputSchema } from './schema.ts';

/** Values of a call, of the types that the tool's schema asks for. */
export type Given = Readonly<Record<string, unknown>>;

/** The exchange as one call of a tool asks it: every request carries the call's trace. */
export interface Asking {
  readonly client: Client;
  readonly options: CallOptions;
  readonly call: <Name extends Operation>(name: Name, input?: Input<Name>) => Promise<Answers[Name]>;
  /** A text that the exchange serves beside its API, such as a guide. */
  readonly text: (path: string) => Promise<string>;
}

export interface Tool {
  readonly name: string;
  readonly module: string;
  /** In a sentence: the thing it does, and when to use it. */
  readonly about: string;
  readonly input: InputSchema;
  /** It needs no key. */
  readonly isPublic?: boolean;
  /** It changes nothing. */
  readonly isRead?: boolean;
  readonly run: (asking: Asking, given: Given) => Promise<object>;
}

/** A call that is refused before the exchange is asked, and what helps. */
export class ToolRefusal extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = 'ToolRefusal';
    this.hint = hint;
  }
}

/** A value that the schema made sure of. */
export const textOf = (given: Given, name: string): string => String(given[name]);

/** A value that may be left out, as text. */
export function optional(given: Given, name: string): string | undefined {
  const value = given[name];
  return value === undefined || value === null || value === '' ? undefined : textOf(given, name);
}

/** Per cent with two decimals, of a fraction as text. */
export const percent = (fraction: string | number): number => Math.round(Number(fraction) * 1e6) / 1e4;

export const iso = (ms: number): string => new Date(ms).toISOString();
