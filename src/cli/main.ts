/** The `outcry` command: what was typed, carried out; the process ends with the code of what was done. */
import { commandLine } from './command-line.ts';
import { guardOutput } from './output.ts';

guardOutput();
process.exitCode = await commandLine(process.argv.slice(2));
