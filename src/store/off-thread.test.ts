import { describe, expect, it } from 'vitest';
import { filesUnder, importsOf, read } from '../../test/source.ts';

/**
 * Everything the module loads when it runs: our own files and the names of others, types left out.
 * @param isLater tells which imports wait until they are wanted
 */
function loadedBy(starts: readonly string[], isLater = (_line: string): boolean => false): Set<string> {
  const loaded = new Set<string>();
  const open = [...starts];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const lines = read(file).split('\n');
    for (const one of importsOf(file)) {
      if (one.typeOnly || isLater(lines[one.line - 1] ?? '')) continue;
      if (one.file === undefined) loaded.add(one.specifier);
      else open.push(one.file);
    }
  }
  return loaded;
}

describe('walks of the whole state', () => {
  it("are made by the store's thread and by tools, never beside the engine that trades", () => {
    const beside = filesUnder('src', (path) => /^src\/(api|sequencer|market|live)\/.*(?<!\.test)\.ts$/.test(path));
    const loaded = loadedBy(['src/store/store.ts', ...beside]);
    expect([...loaded].filter((name) => ['src/core/audit.ts', 'src/core/state/hash.ts'].includes(name))).toEqual([]);
    expect(loadedBy(['src/app/replica/store-thread.ts'])).toContain('src/core/audit.ts');
  });
});

describe('the blocking database', () => {
  it("is loaded by the store's thread", () => {
    expect(loadedBy(['src/app/replica/store-thread.ts'])).toContain('src/store/database/sqlite-dialect.ts');
  });

  it('is never loaded beside the engine: not by the handle, not by the API, the sequencer or the market', () => {
    const beside = filesUnder('src', (path) => /^src\/(api|sequencer|market|core)\/.*(?<!\.test)\.ts$/.test(path));
    const loaded = loadedBy(['src/store/store.ts', 'src/store/keys/passphrase.ts', ...beside]);
    expect(
      [...loaded].filter((name) => name === 'src/store/database/db.ts' || name === 'kysely' || name === 'pg'),
    ).toEqual([]);
    expect(loaded.size).toBeGreaterThan(beside.length);
  });

  it('is not loaded by a start on its own thread', () => {
    const loaded = loadedBy(['src/app/start.ts'], (line) => line.includes('import('));
    expect([...loaded].filter((name) => name === 'kysely' || name === 'pg')).toEqual([]);
    expect(loaded).toContain('src/store/inspect/inspect-store.ts');
  });
});
