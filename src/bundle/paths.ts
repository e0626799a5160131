/**
 * Every path a bundle may have. There is no other, so none leads out of it.
 */
const PATHS = [
  /^(?:manifest\.json|policy|checkpoint|leaves\.jsonl|contest\.json|ruleset\.json|board\.json|skill\.json|market-log\.jsonl|VERIFY\.md)$/,
  /^(?:own-)?report\.json$/,
  /^bodies\/(?:0|[1-9][0-9]{0,15})$/,
  /^minutes\/(?:0|[1-9][0-9]{0,15})\.json$/,
  /^tile\/(?:[0-9]|[1-9][0-9]|entries)\/(?:x[0-9]{3}\/){0,5}[0-9]{3}(?:\.p\/[1-9][0-9]{0,2})?$/,
];

export function isBundlePath(path: string): boolean {
  return PATHS.some((form) => form.test(path));
}
