// Parts of generated pages: tables, the list of operations, the section of one, and how a page is made anew between
// `<!-- generated: NAME -->` and `<!-- end: NAME -->`.
import type { Parameter } from '../src/api/call/parameter.ts';
import { type Route, takesBody } from '../src/api/call/route.ts';

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const weightOf = ({ weight, access }: Route): string =>
  access === 'public' ? String(weight.ip) : `${weight.ip} / ${weight.uid}`;

const needOf = ({ access, permission, needsAllowlist }: Route): string =>
  access === 'public'
    ? 'nothing'
    : `a ${permission} key${needsAllowlist === true ? ', and a place on the AI-log allowlist' : ''}`;

/** The list of operations, each leading to its own section. */
export function operations(routes: readonly Route[]): string {
  const rows = routes.map((route) => [
    `[${nameOf(route)}](#${nameOf(route).toLowerCase()})`,
    `${route.method} \`${route.path}\``,
    route.summary,
    weightOf(route),
    route.access === 'public' ? 'public' : route.permission,
  ]);
  return table(['Operation', 'Path', 'What it does', 'Weight IP / UID', 'Key'], rows);
}

interface ParameterSchema {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: number | string;
  readonly 'x-minimum'?: number;
  readonly 'x-maximum'?: number;
}

function parameterRow([name, { schema: shown, absent }]: [string, Parameter<unknown>]): readonly string[] {
  const schema = shown as ParameterSchema;
  const notes = [schema.description ?? ''];
  if (schema['x-minimum'] !== undefined) notes.push(`${schema['x-minimum']} to ${schema['x-maximum']}`);
  if (schema.default !== undefined) notes.push(`default ${schema.default}`);
  return [`\`${name}\``, absent === null ? 'yes' : 'no', notes.filter((note) => note !== '').join('; ')];
}

/** Without the dialect. */
/** The operation's own name, without that of its dialect. */
export const nameOf = ({ operation: name }: Route): string => name.replace(/^v3\./, '');

const FOLDERS = ['market', 'account', 'sim'];

/** The part of the API an operation is shown with: its path's folder; in /capi/v3 orders lie in several, or in none. */
export function folderOf({ path }: Route): string {
  const [, door, version, folder = ''] = path.split('/');
  if (door === 'api') return 'spot';
  return version === 'v2' || FOLDERS.includes(folder) ? folder : 'order';
}

/** The section of an operation. */
export function operation(route: Route): string {
  const { sample, answer, orderRate, refusedWhenFrozen, errors } = route;
  const lines = [`### ${nameOf(route)}`, '', `${route.summary}. \`${route.method} ${route.path}\``, ''];
  const facts = [`Needs ${needOf(route)}`, `weight ${weightOf(route)}`];
  if (orderRate !== undefined) facts.push('counts against the order rate');
  if (refusedWhenFrozen === true) facts.push('refused while the account is frozen');
  lines.push(`${facts.join(' · ')}.`, '');
  const parameters = Object.entries(route.parameters);
  if (parameters.length > 0) lines.push(table(['Parameter', 'Required', 'Meaning'], parameters.map(parameterRow)), '');
  if (sample !== '') lines.push(!takesBody(route) ? `\`?${sample}\`` : `\`\`\`json\n${sample}\n\`\`\``, '');
  lines.push('Answer:', '', `\`\`\`json\n${JSON.stringify(answer.sample)}\n\`\`\``);
  if (errors.length > 0) lines.push('', `Errors beside the common ones: ${errors.join(', ')}.`);
  return lines.join('\n');
}

/** `text` with every generated part made anew. Throws when a part has no place in it. */
export function withParts(text: string, parts: Readonly<Record<string, () => string>>, page: string): string {
  return Object.entries(parts).reduce((done, [name, make]) => {
    const start = `<!-- generated: ${name} -->\n`;
    const end = `\n<!-- end: ${name} -->`;
    const from = done.indexOf(start);
    const to = done.indexOf(end);
    if (from < 0 || to < from) throw new Error(`${page} needs ${start.trim()} and, behind it, ${end.trim()}`);
    return `${done.slice(0, from + start.length)}\n${make()}\n${done.slice(to)}`;
  }, text);
}
