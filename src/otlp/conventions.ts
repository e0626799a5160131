/**
 * How spans of language models are named, in one table: the conventions of OpenTelemetry for generative AI in their
 * three generations (messages as attributes, since 1.37; messages as events, 1.28 to 1.36; prompt and completion,
 * before), and OpenInference. For each thing that a log says, the places where it may stand; the first that is there
 * counts. Pure.
 */
import type { Span, Value } from './spans.ts';

/** `attribute`: by its name. `list`: attributes under numbers after this beginning. `event`: events of these names. */
type Place = { readonly attribute: string } | { readonly list: string } | { readonly events: readonly string[] };

const attribute = (name: string): Place => ({ attribute: name });
const list = (beginning: string): Place => ({ list: beginning });
const events = (...names: readonly string[]): Place => ({ events: names });

const PLACES = {
  model: [
    attribute('gen_ai.response.model'),
    attribute('gen_ai.request.model'),
    attribute('llm.response.model_name'),
    attribute('llm.model_name'),
  ],
  provider: [
    attribute('gen_ai.provider.name'),
    attribute('gen_ai.system'),
    attribute('llm.provider'),
    attribute('llm.system'),
  ],
  responseId: [attribute('gen_ai.response.id')],
  system: [attribute('gen_ai.system_instructions')],
  input: [
    attribute('gen_ai.input.messages'),
    events('gen_ai.system.message', 'gen_ai.user.message', 'gen_ai.assistant.message', 'gen_ai.tool.message'),
    list('gen_ai.prompt.'),
    attribute('gen_ai.prompt'),
    events('gen_ai.content.prompt'),
    list('llm.input_messages.'),
    attribute('input.value'),
  ],
  output: [
    attribute('gen_ai.output.messages'),
    events('gen_ai.choice'),
    list('gen_ai.completion.'),
    attribute('gen_ai.completion'),
    events('gen_ai.content.completion'),
    list('llm.output_messages.'),
    attribute('output.value'),
  ],
  tokensIn: [
    attribute('gen_ai.usage.input_tokens'),
    attribute('gen_ai.usage.prompt_tokens'),
    attribute('llm.token_count.prompt'),
  ],
  tokensOut: [
    attribute('gen_ai.usage.output_tokens'),
    attribute('gen_ai.usage.completion_tokens'),
    attribute('llm.token_count.completion'),
  ],
} as const satisfies Readonly<Record<string, readonly Place[]>>;

export type ModelCall = { readonly [Name in keyof typeof PLACES]: Value };

/** A model's call as a span tells it; null: it is of something else. */
export function modelCallOf(span: Span): (ModelCall & { readonly model: string }) | null {
  const found = Object.fromEntries(
    Object.entries(PLACES).map(([name, places]) => [name, firstIn(span, places)]),
  ) as ModelCall;
  const { model, input, output } = found;
  if (typeof model !== 'string' || model === '' || (input === null && output === null)) return null;
  return { ...found, model };
}

function firstIn(span: Span, places: readonly Place[]): Value {
  for (const place of places) {
    const value = valueAt(span, place);
    if (value !== null) return value;
  }
  return null;
}

function valueAt({ attributes, events: told }: Span, place: Place): Value {
  if ('attribute' in place) return parsed(attributes[place.attribute] ?? null);
  if ('events' in place) {
    const found = told.filter(({ name }) => place.events.includes(name));
    return found.length === 0 ? null : found.map((event) => ({ event: event.name, ...mapped(event.attributes) }));
  }
  const rows = new Map<number, Record<string, Value>>();
  for (const [name, value] of Object.entries(attributes)) {
    const [, number, field = ''] = name.startsWith(place.list)
      ? (/^(\d{1,4})\.(.+)$/.exec(name.slice(place.list.length)) ?? [])
      : [];
    if (number === undefined) continue;
    const row = rows.get(Number(number)) ?? {};
    row[field] = parsed(value);
    rows.set(Number(number), row);
  }
  return rows.size === 0 ? null : [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

function mapped(attributes: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, parsed(value)]));
}

/** Lists and objects come as JSON in a text; other texts stay as they are. */
function parsed(value: Value): Value {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as Value;
  } catch {
    return value;
  }
}
