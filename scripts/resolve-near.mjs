// Loaded into every process of the exchange (scripts/preload.mjs). A relative import that names its whole file is that
// file: the runtime need not look for links, folders and the package of each. That is a fifth of what a start from the
// sources costs. And what begins a process or a thread is taken from the packed server, where the launcher found one
// that is as the sources are (packed.mjs).
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packedName } from './packed.mjs';

const formats = { '.ts': 'module-typescript', '.mjs': 'module' };
const root = new URL('..', import.meta.url).href;
const { OUTCRY_PACK: pack } = process.env;

registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL === undefined) return packed(specifier) ?? next(specifier, context);
    const format = formats[/^\.\.?\/.*(\.m?[jt]s)$/.exec(specifier)?.[1]];
    if (format === undefined) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});

/** The program in the pack of this very checkout; undefined for everything else. */
function packed(specifier) {
  if (!pack || !specifier.startsWith(`${root}src/`)) return undefined;
  const folder = `${pathToFileURL(pack).href}/`;
  const url = new URL(packedName(specifier.slice(root.length)), folder);
  if (!folder.startsWith(root) || !existsSync(url)) return undefined;
  return { url: url.href, format: 'module', shortCircuit: true };
}
