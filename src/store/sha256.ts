/**
 * SHA-256 for the core, which brings none of its own.
 */
import { hash } from 'node:crypto';
import type { Sha256 } from '../core/text/bytes.ts';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
