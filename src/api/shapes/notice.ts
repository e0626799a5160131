/** Something that became public, in one line: the fields of its leaf that say it, in the leaf's own words. */

/** The fields shown of each kind, those that a leaf has. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  contest: ['phase'],
  team: ['team', 'name', 'state', 'frozen', 'by', 'reason'],
  outage: ['cause', 'from', 'to'],
  report: ['reportSha256', 'logSize'],
  verdict: ['team', 'outcome', 'rules', 'text'],
};

export function noticeText(kind: string, payload: Readonly<Record<string, unknown>>): string {
  const said = (SAYS[kind] ?? []).filter((name) => payload[name] !== undefined);
  return said.map((name) => textOf(name, payload[name])).join(' · ');
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  return [value].flat().map(String).join(', ');
}
