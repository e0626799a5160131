// Reads the project's own source for the architecture and tidy tests. TypeScript 7 has no JavaScript API, so this is a
// scanner of comments, strings, templates and regular expressions: what is left after blanking them can be searched
// with plain patterns. Line breaks and offsets are kept. It never judges; the tests do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Every file under `folder` (relative to the project), as paths with '/', sorted; empty when the folder does not exist.
 */
export function filesUnder(folder: string, accept: (path: string) => boolean = () => true): string[] {
  if (!existsSync(join(root, folder))) return [];
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
      // What others wrote and an installation put here is theirs.
      .filter((path) => !/(^|\/)(node_modules|packages)\//.test(path) && accept(path))
      .toSorted()
  );
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const isRegexStart = (before: string): boolean =>
  /(^|[([{,;=:?!&|+\-*%~^<>]|=>|\b(return|typeof|case|in|of|do|else|void|delete|throw|new))$/.test(before.trimEnd());

/** End of the quoted text that starts at `start`: the index after its closing quote (or of the line's end). */
function endOfQuoted(source: string, start: number): number {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfRegex(source: string, start: number): number {
  let inClass = false;
  let at = start + 1;
  for (; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '[') inClass = true;
    else if (source[at] === ']') inClass = false;
    else if (source[at] === '/' && !inClass) return at + 1;
  }
  return at;
}

function endOfComment(source: string, start: number): number {
  const line = source[start + 1] === '/';
  const end = source.indexOf(line ? '\n' : '*/', start + 2);
  if (end === -1) return source.length;
  return line ? end : end + 2;
}

/**
 * The source with comments turned to spaces; with `strings`, also the insides of strings, templates and regular
 * expressions. Code inside a template's `${}` is code and stays.
 */
export function blank(source: string, what: { strings: boolean }): string {
  let out = '';
  // For each template we are inside of: how many braces are open since its `${`; -1 while in its text.
  const templates: number[] = [];
  const hide = (text: string): void => {
    out += text.replaceAll(/[^\n]/g, ' ');
  };
  const keep = (from: number, to: number, hidden: boolean): number => {
    const text = source.slice(from, to);
    if (hidden && text.length >= 2) {
      out += text[0] ?? '';
      hide(text.slice(1, -1));
      out += text.at(-1) ?? '';
    } else out += text;
    return to;
  };

  for (let at = 0; at < source.length; ) {
    const char = source[at] ?? '';
    const top = templates.length - 1;
    const open = templates[top];
    if (open === -1) {
      if (char === '\\') {
        const text = source.slice(at, at + 2);
        if (what.strings) hide(text);
        else out += text;
        at += 2;
      } else if (char === '$' && source[at + 1] === '{') {
        templates[top] = 0;
        at = keep(at, at + 2, false);
      } else {
        if (char === '`') templates.pop();
        if (char === '`' || !what.strings) out += char;
        else hide(char);
        at += 1;
      }
    } else if (char === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = endOfComment(source, at);
      hide(source.slice(at, end));
      at = end;
    } else if (char === "'" || char === '"') at = keep(at, endOfQuoted(source, at), what.strings);
    else if (char === '/' && source[at - 1] !== '<' && isRegexStart(out.slice(-40)))
      at = keep(at, endOfRegex(source, at), what.strings);
    else {
      if (char === '`') templates.push(-1);
      else if (char === '{' && open !== undefined) templates[top] = open + 1;
      else if (char === '}' && open !== undefined) templates[top] = open - 1;
      out += char;
      at += 1;
    }
  }
  return out;
}

export type Import = {
  /** The module the import names, as written. */
  specifier: string;
  /** The project file it resolves to, relative to the project; undefined for a package or a node: module. */
  file: string | undefined;
  typeOnly: boolean;
  line: number;
};

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** `{ type A, type B }` imports no value even without `import type`; a bare `import 'x'` does. */
const onlyTypes = (clause: string): boolean => {
  const names = /^\s*\{([^}]*)\}\s*$/
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
};

/** Every static import, export-from, dynamic import and `import('x')` type of a file. */
export function importsOf(path: string, source = read(path)): Import[] {
  const code = blank(source, { strings: false });
  const masked = blank(source, { strings: true });
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, offset: number): void => {
    const file = specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), specifier)) : undefined;
    found.push({ specifier, file, typeOnly, line: lineAt(source, offset) });
  };
  const isCode = (offset: number): boolean => /\w/.test(masked[offset] ?? '');

  const statements =
    /(?<![\w.$])(import|export)\s+(type\s+(?!from\b)(?!,))?((?:[\w$*\s{},]|\bas\b)*?)\s*\bfrom\s*(['"])([^'"\n]+)\4/g;
  for (const match of code.matchAll(statements)) {
    if (isCode(match.index)) add(match[5] ?? '', match[2] !== undefined || onlyTypes(match[3] ?? ''), match.index);
  }
  for (const match of code.matchAll(/(?<![\w.$])import\s*(['"])([^'"\n]+)\1/g)) {
    if (isCode(match.index)) add(match[2] ?? '', false, match.index);
  }
  for (const match of code.matchAll(/(?<![\w.$])(typeof\s+)?import\s*\(\s*(['"`])([^'"`\n]+)\2/g)) {
    if (isCode(match.index)) add(match[3] ?? '', false, match.index);
  }
  return found;
}
