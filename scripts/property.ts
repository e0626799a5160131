// The long run of everything random: test/property and test/simulation with FC_RUNS cases per property (default 500).
//   npm run property            FC_RUNS=20000 npm run property
import { existsSync } from 'node:fs';

process.env['FC_RUNS'] ??= '500';
const folders = ['test/property', 'test/simulation'].filter((folder) => existsSync(folder));
if (folders.length === 0)
  throw new Error('neither test/property nor test/simulation exists: there is nothing random to run');
process.argv.splice(2, 0, 'run', ...folders);
await import('./test.ts');
