/** Known on both sides of the store's thread, so it imports types only: beside the engine no database is loaded. */
import type { Question } from '../questions.ts';

/** The questions that change what is in the store and nowhere else: accounts, keys and credentials. */
export const CHANGING: ReadonlySet<Question> = new Set([
  'accountCreate',
  'keyCreate',
  'keyRevoke',
  'keySetEnabled',
  'credentialCreate',
  'credentialRevoke',
]);
