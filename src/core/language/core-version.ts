/**
 * Versions of the rules (FLOW-012). A rule that gives a command another outcome than earlier programs did stands behind
 * a number: it holds where `state.coreVersion` has reached it, which only the command `activateCore` brings about. So a
 * journal leads where it led, whatever program replays it, and nodes of several programs change over at one command.
 *
 * A new number: raise `CORE_VERSION`, ask for it where the rule is, and say in docs/rules.md what it changes.
 */

/** In force before any `activateCore`. */
export const FIRST_CORE_VERSION = 1;
/** Far above all there will be. */
export const MOST_CORE_VERSION = 1_000_000;
/** The newest that this program can apply; it can apply all before it. */
export const CORE_VERSION: number = 1;

/** Versions that a program can apply, both included. */
export interface CoreRange {
  readonly from: number;
  readonly to: number;
}

export const CORE_VERSIONS: CoreRange = { from: FIRST_CORE_VERSION, to: CORE_VERSION };

/**
 * The command with this sequence is ruled by a version that this program does not have. Thrown before anything of it is
 * applied; a program that has it goes on from there.
 */
export class CoreUnknown extends Error {
  readonly sequence: number;
  readonly version: number;

  constructor(sequence: number, version: number, { from, to }: CoreRange) {
    const has = from === to ? `version ${to}` : `versions ${from} to ${to}`;
    super(
      `sequence ${sequence} needs core version ${version}, and this program has ${has}: it stops before that command, ` +
        `and has applied nothing of it. Start a program that has version ${version}; it goes on from there`,
    );
    this.name = 'CoreUnknown';
    this.sequence = sequence;
    this.version = version;
  }
}
