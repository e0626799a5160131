/**
 * The share of counted orders that need a log for a verdict of VERIFIED where a contest's rules don't say otherwise
 * (src/core/verification/ruleset.ts), in millionths.
 */
export const NEEDED_PPM = 950_000;
