// The licences of libraries that a build puts into its own files: whoever is given the build is given them too.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences one after the other, by name and version. @param folders of the libraries' packages */
export function licensesOf(folders: Iterable<string>): string {
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice)/i.test(file));
    const body = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version} (${license})\n${'='.repeat(60)}\n${body}\n`;
  });
  return [...new Set(texts)].toSorted().join('\n\n');
}
