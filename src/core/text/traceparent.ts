/** The place of a request in its caller's trace, as W3C Trace Context writes it: version 00, trace, span and flags. */

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const NONE = /^0+$/;

/** Whether it names a trace and a span; neither may be all zeros. */
export function isTraceparent(text: string): boolean {
  const [, trace, span] = FORM.exec(text) ?? [];
  return trace !== undefined && span !== undefined && !NONE.test(trace) && !NONE.test(span);
}
