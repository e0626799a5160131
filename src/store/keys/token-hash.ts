/** The form in which a credential's token is kept and looked up: it is random, so a plain hash is enough. */
import { hash } from 'node:crypto';

export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
