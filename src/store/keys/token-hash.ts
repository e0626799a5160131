/** The form in which the token of a credential is kept, and looked for: it is random, so a plain hash is enough. */
import { hash } from 'node:crypto';

export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
