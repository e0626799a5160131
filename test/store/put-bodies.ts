// Makes bodies of AI logs durable beside a journal, as uploads do; a store that follows it takes them when it has to.
import { dirname, join } from 'node:path';
import { realDisk } from '../../src/sequencer/disk/disk.ts';
import { openSpool } from '../../src/sequencer/disk/spool.ts';
import { bodyRecord } from '../../src/store/evidence/body-record.ts';
import type { Payload } from '../../src/store/evidence/payloads.ts';

export async function putBodies(journalPath: string, payloads: readonly Payload[]): Promise<void> {
  const spool = openSpool(realDisk, join(dirname(journalPath), 'bodies'));
  await spool.append(payloads.map(bodyRecord));
  spool.close();
}
