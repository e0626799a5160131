/**
 * What share of counted orders needs a log for a verdict of VERIFIED where a contest's rules say nothing else
 * (src/core/verification/ruleset.ts), millionths.
 */
export const NEEDED_PPM = 950_000;
