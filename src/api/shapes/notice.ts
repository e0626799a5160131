/** Something that became public, in one line: the fields of its leaf that say it, in the leaf's own words. */

/** The fields shown of each kind. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  contest: ['phase'],
  team: ['team', 'name', 'state'],
  outage: ['cause', 'from', 'to'],
  report: ['reportSha256', 'logSize'],
  verdict: ['team', 'outcome', 'rules', 'text'],
};

export function noticeText(kind: string, payload: Readonly<Record<string, unknown>>): string {
  return (SAYS[kind] ?? []).map((name) => [payload[name]].flat().map(String).join(', ')).join(' · ');
}
