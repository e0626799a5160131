/** Types of `packed.mjs` for TypeScript programs. */
export const root: string;
export const PACK: string;
export const MADE_OF: string;
export const isInstalled: boolean;
export function looksOf(path: string): string;
export function freshPack(): string | undefined;
export function packedName(path: string): string;
