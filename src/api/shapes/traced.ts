/**
 * The place in its caller's trace of what a request set off, as its own account sees it with an order, a plan order or
 * a fill. An answer about what has none is what it was before there were traces.
 */
import { optional, string } from './schema.ts';

export const traceparentField = optional(string('Of the request behind it, W3C Trace Context; left out without one'));

export function traced<View extends { readonly traceparent?: string }>(view: View, traceparent: string | null): View {
  return traceparent === null ? view : { ...view, traceparent };
}
