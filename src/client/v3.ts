/**
 * The operations of `/capi/v3` as methods of a client under their own names, typed by the routes (`v3/`), and those
 * types. A client has the methods of `/capi/v2`; these are apart, so that who needs none of them loads none.
 */
import type { Client } from './client.ts';
import type { Answered } from './http.ts';
import type { CallOptions } from './operations.ts';
import { type Answers, type Operation, OPERATIONS, type Requests } from './v3/index.ts';

export * from './v3/index.ts';

type Method<Name extends Operation> = (typeof OPERATIONS)[Name]['method'];

/** The input of an operation. The body of a POST may also be its exact text or bytes: an AI log is stored as sent. */
type Input<Name extends Operation> =
  Method<Name> extends 'POST' ? Requests[Name] | string | Uint8Array : Requests[Name];

type Arguments<Name extends Operation> =
  Record<string, never> extends Requests[Name]
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

type Methods = {
  readonly [Name in Operation]: (...parameters: Arguments<Name>) => Promise<Answers[Name]>;
};

/** Every operation of `/capi/v3` under its own name; they throw what the client's own methods throw. */
export interface ClientV3 extends Methods {
  /** An operation, with the headers of its answer. */
  call<Name extends Operation>(name: Name, ...parameters: Arguments<Name>): Promise<Answered<Answers[Name]>>;
}

interface Where {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly inBody?: boolean;
}

/** The words of v3 for a client: its account, its clock, its retries. */
export function speakV3(client: Pick<Client, 'get' | 'post' | 'delete'>): ClientV3 {
  const call = (name: Operation, input?: object | string, options?: CallOptions): Promise<Answered<never>> => {
    const { method, path, inBody } = OPERATIONS[name] as Where;
    if (method === 'POST') return client.post(path, input ?? {}, options);
    if (inBody === true) return client.delete(path, {}, { ...options, body: input as object });
    return client[method === 'GET' ? 'get' : 'delete'](path, input as Record<string, never> | undefined, options);
  };
  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    async (input?: object, options?: CallOptions) => (await call(name as Operation, input, options)).answer,
  ]);
  return { ...Object.fromEntries(methods), call } as ClientV3;
}
