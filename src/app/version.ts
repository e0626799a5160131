/** Which version this is, as the package says. */
import { readFileSync } from 'node:fs';

export function version(): string {
  const { version: found } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return found;
}
