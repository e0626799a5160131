// Runs before every test file. Says how many random cases a property tries: FC_RUNS when it is set (npm run property),
// fast-check's own number otherwise. A property that states its own numRuns keeps it.
import { chai } from 'vitest';

// That a matcher exists the compiler has looked at; no proxy has to at each of a million expectations.
chai.config.useProxy = false;

const runs = process.env['FC_RUNS'];
if (runs !== undefined) {
  if (!/^[1-9]\d{0,6}$/.test(runs))
    throw new Error(`FC_RUNS is '${runs}'; it needs a whole number of random cases from 1 to 9999999`);
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: Number(runs) });
}
