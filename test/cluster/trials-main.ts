// `npm run cluster:trial -- NAME [COUNT [SEED]]`: one trial of real nodes (trials/trials.ts); without a name, their
// list.
import { loadavg } from 'node:os';
import { etcdVersion } from './etcd-members.ts';
import { findPostgres } from './schema.ts';
import { Skipped } from './trials/kit.ts';
import { TRIALS } from './trials/trials.ts';

const [name = '', count, seed = '1'] = process.argv.slice(2);
const trial = TRIALS[name];
if (trial === undefined) {
  for (const [one, { about, count: usual }] of Object.entries(TRIALS)) console.log(`${one}: ${about} (${usual})`);
  process.exit(name === '' ? 0 : 2);
}
const [version, postgres] = [etcdVersion(), await findPostgres()];
if (version === null || postgres === null) {
  console.error(version === null ? 'etcd is not on the path' : 'no PostgreSQL answers (OUTCRY_STORE names one)');
  process.exit(2);
}
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
const startedMs = performance.now();
const options = {
  postgres,
  count: Number(count ?? trial.count),
  seed: Number(seed),
  say: (line: string) => console.log(line),
};
console.log(`${name}, ${options.count}: ${version}, seed ${seed}`);
const { objections, figures } = await trial.run(options).catch((error: unknown) => {
  if (!(error instanceof Skipped)) throw error;
  console.log(`skipped: ${error.message}`);
  process.exit(0);
});
const seconds = Math.round((performance.now() - startedMs) / 1_000);
console.log(JSON.stringify({ ...figures, seconds, load: loadavg().map((one) => Number(one.toFixed(1))) }, null, 1));
for (const line of objections.slice(0, 20)) console.error(line);
console.log(objections.length === 0 ? 'clean' : `not clean: ${objections.length} objections`);
process.exit(objections.length === 0 ? 0 : 1);
