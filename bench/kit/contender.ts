/**
 * The program of one measurement's process (`interleave.ts` starts it): calls one exported function of one module with
 * the given options and prints the measurement it gives as JSON.
 */
import type { Measurement } from './interleave.ts';

type Measure = (options: unknown) => Measurement | Promise<Measurement>;

const [moduleUrl = '', functionName = '', options = 'null'] = process.argv.slice(2);
const module = (await import(moduleUrl)) as Readonly<Record<string, Measure>>;
const measure = module[functionName];
if (measure === undefined) throw new Error(`${moduleUrl} exports no function ${functionName}`);
process.stdout.write(JSON.stringify(await measure(JSON.parse(options))));
