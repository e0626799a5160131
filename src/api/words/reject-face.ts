/**
 * The public face of a reason to say no: its words, when it applies, and an example for the reference and the tests.
 * The faces of all reasons are in `order-rejects.ts`, `position-rejects.ts` and `other-rejects.ts`.
 */
import type { Contract } from '../../core/language/contract.ts';
import type { RejectDetails, RejectOf, RejectReason } from '../../core/language/rejects.ts';
import type { ApiError } from './errors.ts';
import type { Sentence } from './reject-sentences.ts';

/** The callers' name for a field of the refused command. */
export type Naming = (field: string) => string;

/** An engine rejection says a sentence; a reason that travels under another code builds its own error. */
type Words<Reason extends RejectReason> =
  | { readonly say: (reject: RejectOf<Reason>, contract: Contract, nameOf: Naming) => Sentence }
  | { readonly error: (reject: RejectOf<Reason>, nameOf: Naming) => ApiError };

export type Face<Reason extends RejectReason> = Words<Reason> & {
  /** In the words of the reference. */
  readonly when: string;
  /** In core units: ticks, steps, 1e-8 USDT; of the default contracts. */
  readonly sample: RejectDetails[Reason];
};

export type Faces = { readonly [Reason in RejectReason]: Face<Reason> };
