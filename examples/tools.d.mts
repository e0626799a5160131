// The types of tools.mjs, for the test that runs the examples.
export function runnerOf(file: string): { readonly command: readonly string[]; readonly missing: readonly string[] };
export function isExample(file: string): boolean;
