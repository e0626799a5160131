// Runs the examples against a started server. What is run, and what counts as success, is stated in examples/run.mjs.
import { existsSync } from 'node:fs';

const runner = new URL('../examples/run.mjs', import.meta.url);
if (!existsSync(runner)) throw new Error('examples/run.mjs does not exist: there are no examples to run');
await import(runner.href);
