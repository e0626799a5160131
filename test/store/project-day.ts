// A process for tests to kill: projects a made-up day into a database, in small batches, and exits with 0 when all of
// it is stored. Arguments: database URL, seed, number of commands, and `shared` when it is one of several nodes.
import { flushCompileCache } from 'node:module';
import { createEngine } from '../../src/core/engine.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { payloadsPut } from '../../src/store/evidence/payloads.ts';
import { createProjector } from '../../src/store/write/projector.ts';
import { sha256, tradingDay } from './trading-day.ts';

// A process that is killed keeps nothing of what it compiled, and each one after it would compile all of it again.
flushCompileCache();
const [url = '', seed = '0', count = '0', shared = ''] = process.argv.slice(2);
const database = openDatabase(url, shared === 'shared');
const day = tradingDay(Number(seed), Number(count), { contest: true });
await payloadsPut(database, day.payloads);
const engine = createEngine(sha256);
const projector = await createProjector(database);
process.stdout.write(`${projector.sequence}\n`);
for (const sequenced of day.commands) {
  projector.project(sequenced, engine.apply(sequenced));
  // Nodes have their own pace, so that their batches end at different commands.
  const rows = shared === '' ? 50 : Math.floor(Math.random() * 120);
  if (projector.pending > rows) await projector.flush();
}
await projector.flush();
await database.close();
