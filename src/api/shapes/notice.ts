/**
 * Public news as it is shown: the fields of its leaf that say it, and the same in one line. A page puts the
 * fields into the words of its reader.
 */
import { boolean, list, number, object, optional, schema, string } from './schema.ts';
import { shape } from './shape.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The fields shown of each kind, those that a leaf has; of a line, those that are not hashes or counts. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  contest: ['phase'],
  team: ['team', 'name', 'state', 'frozen', 'by', 'reason'],
  outage: ['cause', 'from', 'to'],
  report: ['logSize', 'reportSha256'],
  verdict: ['team', 'outcome', 'rules', 'text'],
  notice: ['text', 'change', 'notice', 'pinned'],
};
const OF_LINES: Readonly<Record<string, readonly string[]>> = {
  ...SAYS,
  report: ['logSize'],
  notice: ['text', 'change'],
};

export const noticeSays = schema<object>({
  type: 'object',
  description:
    'What its leaf says: phase; team, name, state, frozen, by and reason; cause, from and to; logSize and reportSha256; ' +
    'outcome, rules and text; of a notice text and pinned, or which notice was changed and how',
});

const noticeSchema = object({
  index: number('Of its leaf'),
  t: number(),
  kind: string('contest, team, outage, report, verdict, or notice: of the organiser'),
  text: string('In one line'),
  says: noticeSays,
  pinned: optional(boolean()),
  withdrawn: optional(number('Of a notice that was taken back: index of the leaf that says so')),
});
export const contestNoticesShape = shape(list(noticeSchema), [
  { index: 12, t: 1767225600400, kind: 'contest', text: 'live', says: { phase: 'live' } },
]);

export function saidBy(kind: string, payload: Payload): Payload {
  const said = (SAYS[kind] ?? []).filter((name) => payload[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, payload[name]]));
}

export function noticeText(kind: string, payload: Payload): string {
  const said = (OF_LINES[kind] ?? []).filter((name) => payload[name] !== undefined);
  return said.map((name) => textOf(name, payload[name])).join(' · ');
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  return [value].flat().map(String).join(', ');
}
