/**
 * Whether nothing is left out: `npm run thorough` tries every width with every language, and what takes minutes by
 * itself; `npm test` tries each width and each language, but not each pair.
 */
export const THOROUGH = process.env['OUTCRY_THOROUGH'] === '1';
