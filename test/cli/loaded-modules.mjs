// Preloaded: writes the address of every module that is loaded into the file that OUTCRY_LOADED names, those of threads
// too.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env['OUTCRY_LOADED'];
if (file !== undefined)
  registerHooks({
    load(url, context, next) {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
