/**
 * Marks that a caller's command carries and no outcome depends on: by which repeats of its request are told apart
 * (FLOW-010), and its place in its caller's trace. Commands of older journals have none.
 */
import { isTraceparent } from '../text/traceparent.ts';
import { optional, textOf } from './kinds.ts';

const DIGEST_FORM = /^[A-Za-z0-9_-]{11}$/;
export const DIGEST = optional(textOf('11 characters of base64url', (found) => DIGEST_FORM.test(found)));
export const TRACEPARENT = optional(textOf('a traceparent of version 00', isTraceparent));
