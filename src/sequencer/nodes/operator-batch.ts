/**
 * A command of the operator of several nodes, who is none of them, as a batch: of a gateway of its own, that has met
 * nothing of the order and sends nothing else. What its time is, the order's is.
 */
import { randomBytes } from 'node:crypto';
import type { Command } from '../../core/language/commands.ts';
import { FIRST_CORE_VERSION } from '../../core/language/core-version.ts';
import { commandText } from '../journal/record.ts';
import { encodeBatch, type Seen } from './batch.ts';
import type { Unplaced } from './shared-order.ts';

/** Before every batch, so that no replica compares anything. */
const NOTHING_SEEN: Seen = { revision: -1, chain: '', print: '', core: FIRST_CORE_VERSION };

export function operatorBatch(command: Command): Unplaced {
  return {
    gateway: randomBytes(6).toString('hex'),
    n: 1,
    body: encodeBatch(0, NOTHING_SEEN, [commandText(command)]),
  };
}
