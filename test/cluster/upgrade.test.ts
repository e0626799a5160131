// A real node whose engine throws at a command: what its caller, its log and its operator's verbs say, and how it goes
// on. Three nodes that are upgraded under load, too: `npm run cluster:trial -- upgrade`; many, over an order in memory:
// rules.test.ts; one machine: test/cli/core-version.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { etcdVersion } from './etcd-members.ts';
import { type RealCluster, startCluster } from './real-nodes.ts';
import { findPostgres } from './schema.ts';
import { NEXT, voided } from './upgrade.ts';

const postgres = await findPostgres();
const missing = [
  ...(etcdVersion() === null ? ['etcd is not on the path'] : []),
  ...(postgres === null ? ['no PostgreSQL answers'] : []),
];
const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`;

describe.skipIf(missing.length > 0)(`a node whose engine throws${skipped}`, () => {
  let nodes: RealCluster;
  beforeAll(async () => {
    nodes = await startCluster(postgres!, [], { count: 1, program: NEXT });
    await nodes.nodes[0]!.ready();
  }, 120_000);
  afterAll(() => nodes.stop());

  it('stops at that command, and passes it over once it is voided', async () => {
    expect(await voided(nodes, true)).toEqual([]);
    const journal = await openJournal(dataFolder(nodes.nodes[0]!.data).journal, { readonly: true });
    const [first] = journal.read();
    await journal.close();
    expect(first?.command, 'a new exchange begins with the newest rules').toEqual({ name: 'activateCore', version: 2 });
  }, 120_000);
});
