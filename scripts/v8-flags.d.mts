/** Types of `v8-flags.mjs` for TypeScript programs that start the exchange themselves. */
export const v8Flags: readonly string[];
