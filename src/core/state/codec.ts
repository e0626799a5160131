/**
 * The state as lines of text, and back: a snapshot is made of them and the hash is over them (INV-017).
 *
 * Each section begins with a line that names its fields, so a state written under another table is refused and not
 * misread. A line is a JSON list whose first value is the name of the section. Reading gives a state that decides as
 * the written one would; nothing that the fields' kinds can tell is taken on trust, the rest is for the hash and the
 * audit.
 */
import { CORE_VERSIONS, type CoreRange } from '../language/core-version.ts';
import { Fault } from '../num/invariant.ts';
import type { Json } from './kinds.ts';
import { parts, SECTIONS, type Section } from './sections.ts';
import { emptyState, type State } from './state.ts';

/** Every line of the state, in canonical order. */
export function* stateLines(state: State): Generator<string> {
  for (const section of SECTIONS) {
    let isBegun = false;
    if (section.isOptional !== true) {
      isBegun = true;
      yield headOf(section);
    }
    for (const values of section.lines(state)) {
      if (!isBegun) yield headOf(section);
      isBegun = true;
      yield JSON.stringify([section.name, ...values]);
    }
  }
}

/** The head of each section that is always there: the format. A state written under other heads can't be read. */
export function stateFormat(): string[] {
  return SECTIONS.filter(({ isOptional }) => isOptional !== true).map(headOf);
}

/**
 * The state that the lines describe.
 * @param versions of the rules that whoever goes on from it can apply
 * @throws Fault when they are of another format, or can't be a state's
 */
export function readState(lines: Iterable<string>, versions?: CoreRange): State {
  const reader = new StateReader(versions);
  for (const line of lines) reader.take(line);
  return reader.end();
}

/** Reads a state whose lines come one by one. */
export class StateReader {
  readonly #state = emptyState();
  readonly #versions: CoreRange;
  readonly #waiting = [...SECTIONS];
  #section: Section | null = null;

  /** @param versions of the rules that whoever goes on from it can apply */
  constructor(versions: CoreRange = CORE_VERSIONS) {
    this.#versions = versions;
  }

  /** @throws Fault when it is a line of another format, or can't be a state's */
  take(line: string): void {
    const values = parse(line);
    const [name] = values;
    if (name === 'fields') {
      this.#section = this.#next(line);
      const needed = this.#section === null ? null : headOf(this.#section);
      if (line !== needed)
        throw new Fault(`state: found ${line.slice(0, 200)}, needed ${needed === null ? 'no more' : needed}`);
    } else if (this.#section === null || name !== this.#section.name)
      throw new Fault(`state: found a line of ${JSON.stringify(name)} in section ${this.#section?.name ?? 'none'}`);
    else this.#section.read(values.slice(1), this.#state);
  }

  /** The next section that this may be the head of: those that are optional are passed over. */
  #next(head: string): Section | null {
    for (let section = this.#waiting.shift(); section !== undefined; section = this.#waiting.shift())
      if (section.isOptional !== true || headOf(section) === head) return section;
    return null;
  }

  /** The complete state. @throws Fault when lines are missing */
  end(): State {
    const missing = this.#waiting.find(({ isOptional }) => isOptional !== true);
    if (missing !== undefined) throw new Fault(`state: ended before section ${missing.name}`);
    const { coreVersion } = this.#state;
    const { to } = this.#versions;
    if (coreVersion > to)
      throw new Fault(`state: it is ruled by core version ${coreVersion}, and this program has up to ${to}`);
    guardAnew(this.#state);
    return this.#state;
  }
}

/** Each record's first departure from the table, in words, or null. */
export function* fieldFaults(state: State): Generator<string | null> {
  for (const section of SECTIONS) yield* section.faults(state);
}

function headOf({ name, fields }: Section): string {
  return JSON.stringify(['fields', name, ...fields]);
}

function parse(line: string): readonly Json[] {
  const json = JSON.parse(line) as Json;
  if (!Array.isArray(json)) throw new Fault(`state: found ${line.slice(0, 80)}, needed a list`);
  return json as readonly Json[];
}

/** Parts with positions are guarded again when a mark next changes. */
function guardAnew(state: State): void {
  for (const part of parts(state)) {
    if (part.positions.length === 0) continue;
    part.guarded = false;
    state.unguarded.add(part);
  }
}
