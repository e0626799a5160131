/** `outcry scenario …`: what happens to a rehearsal's market, exchange and accounts by a plan. */
import { existsSync } from 'node:fs';
import type { ScenarioInfo, ScenarioList } from '../api/call/scenarios.ts';
import { askAdmin } from './admin.ts';
import { readJson } from './files.ts';
import { EXIT, UsageError } from './told.ts';
import { type Answer, type Call, defineVerb, operand, type Verb } from './verb.ts';

const PATH = '/admin/v1/rehearsal/scenario';
const ABOUT = 'SCENARIO is the name of one that comes with the exchange (`outcry scenario list`), or a file of JSON.';

/**
 * A name of something that comes with the exchange, or what a file holds.
 * @throws UsageError when it is neither; VerbFailed of a file that is no JSON
 */
export function namedOrFile(given: string, what: string): unknown {
  if (existsSync(given)) return readJson(given);
  if (/^[a-z0-9-]{1,40}$/.test(given)) return given;
  throw new UsageError(`${what} is '${given}': there is no such file, and a name is of a-z, 0-9 and -`);
}

function asked(given: unknown): object {
  return typeof given === 'string' ? { name: given } : { scenario: given };
}

const list = defineVerb({
  name: 'scenario list',
  about: 'list the scenarios there are, and what has happened of the one that runs',
  options: { strict: { about: 'exit with code 1 when something it expected was not so' } },
  async answer({ data, switches }) {
    const all = await askAdmin<ScenarioList>(data, 'GET', PATH);
    const { running, known } = all;
    const rows = known.map(({ name, about, events }) => [name, events, about]);
    const hasFailed = running?.events.some(({ state }) => state === 'failed') === true;
    return {
      json: all,
      text: running === null ? { head: ['SCENARIO', 'EVENTS', 'ABOUT'], rows } : shown(running),
      exitCode: switches.has('strict') && hasFailed ? EXIT.refused : EXIT.done,
    };
  },
});

const run = defineVerb({
  name: 'scenario run',
  about: 'let a scenario happen to a rehearsal, from now on',
  operands: ['SCENARIO'],
  more: ABOUT,
  answer: (call) => sent(call, {}),
});

const check = defineVerb({
  name: 'scenario check',
  about: 'say whether a scenario can happen to a rehearsal, and when what would',
  operands: ['SCENARIO'],
  more: ABOUT,
  answer: (call) => sent(call, { check: true }),
});

const stop = defineVerb({
  name: 'scenario stop',
  about: 'let nothing more of a scenario happen; what it changed for a while is as it was',
  async answer({ data }) {
    const info = await askAdmin<ScenarioInfo>(data, 'POST', `${PATH}/stop`);
    return { json: info, text: shown(info) };
  },
});

async function sent(call: Call, more: object): Promise<Answer> {
  const given = namedOrFile(operand(call, 'SCENARIO'), 'SCENARIO');
  const info = await askAdmin<ScenarioInfo>(call.data, 'POST', PATH, { ...asked(given), ...more });
  return { json: info, text: shown(info) };
}

function shown({ name, isStopped, events }: ScenarioInfo) {
  const rows = events.map(({ atMs, state, event, found }) => {
    const { at: _, ...fields } = event as { readonly at?: unknown };
    return [
      new Date(atMs).toISOString(),
      isStopped && state === 'waiting' ? 'stopped' : state,
      JSON.stringify(fields),
      found,
    ];
  });
  return { head: [`TIME OF ${name}`, 'STATE', 'EVENT', 'FOUND'], rows };
}

export const scenarioVerbs: readonly Verb[] = [run, check, stop, list];
