/**
 * The key file where nodes share a database: what one node has sealed all others open, so it must be the same file
 * everywhere. The first node that comes makes it, or brings it, and leaves its print in the database; one that comes
 * with another file, or with none, is told so before it opens a single secret.
 */
import type { Database } from '../database/db.ts';
import { oneNodeAtATime } from '../database/nodes.ts';
import { StoreFault } from '../errors.ts';
import { openKeyFile, type SecretBox } from './key-file.ts';
import { hasKeys } from './keys.ts';

/** @throws StoreFault when it is not the file of the other nodes, or is missing or no key */
export function openSharedKeyFile(database: Database, path: string): Promise<SecretBox> {
  return database.transaction('durable', async (on) => {
    await oneNodeAtATime(on);
    const known = await on.selectFrom('key_file').select('print').executeTakeFirst();
    const mayCreate = known === undefined && !(await hasKeys({ sql: on }));
    const box = openKeyFile(path, mayCreate);
    if (known === undefined) await on.insertInto('key_file').values({ print: box.print }).execute();
    else if (known.print !== box.print)
      throw new StoreFault(
        `key file ${path} is not the one of the other nodes: its print is ${shown(box.print)}, theirs ${shown(known.print)}. ` +
          'Copy theirs here, with mode 600; API keys of this exchange open with it alone',
      );
    return box;
  });
}

const shown = (print: string): string => print.slice(0, 16);
