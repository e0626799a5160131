/** Known on both sides of the store's thread, so it imports only types: no database is loaded beside the engine. */
import type { Question } from '../questions.ts';

/** The questions that change what exists in the store and nowhere else: accounts, keys and credentials. */
export const CHANGING: ReadonlySet<Question> = new Set([
  'accountCreate',
  'keyCreate',
  'keyRevoke',
  'keySetEnabled',
  'credentialCreate',
  'credentialRevoke',
]);
