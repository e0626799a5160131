/**
 * A projection, and the one list of them: replay and sequencer feed the same list in the same order, so what is known
 * after a start is what would be known without it. A new one is a file and its place in the list of app/projections.ts
 * (docs/recipes/projection.md).
 *
 * A projection never changes the state and never waits. When one throws, it is detached: it sees no command any more,
 * lets go of its readers, and the loss is reported; trading goes on. Only the fault of an essential one stops the
 * exchange.
 */
import type { Sequenced } from '../core/language/commands.ts';
import type { Json } from '../core/state/kinds.ts';
import type { Outcome } from '../core/turn/outcome.ts';

export interface Projection {
  /** As operators see it in log and `readyz`: lower case, words joined by hyphens. */
  readonly name: string;
  /** True: it is made of history and sees the replay of a start, too. False: it counts from the start on. */
  readonly needsReplay: boolean;
  /** True: without it the exchange must not go on. Left out: it can be spared. */
  readonly isEssential?: boolean;
  /**
   * Takes in one applied command. The records inside `outcome.events` are live and move on: what is needed of them is
   * copied or rendered before this returns.
   */
  apply(sequenced: Sequenced, outcome: Outcome): void;
  /** Called once, after `apply` threw: from here on its readers must be told that there is nothing to read. */
  detached?(): void;
}

/** Counts from the start of the process on. */
export interface FromStart extends Projection {
  readonly needsReplay: false;
}

/** Made of history: a snapshot holds what it knows, so that a start need not read all of it again. */
export interface FromHistory extends Projection {
  readonly needsReplay: true;
  /** Of the form of its rows; a snapshot with rows of another form is passed over. */
  readonly version: number;
  /** All it knows. Two that know the same write the same, whether they saw all commands or continued from such rows. */
  save(): Iterable<readonly Json[]>;
  /** Knows what the rows say and nothing else. @throws Error when they can't be its own */
  restore(rows: Iterable<readonly Json[]>): void;
}

/** A projection that is gone until the next start. */
export interface Detached {
  readonly name: string;
  /** The command at which it threw. */
  readonly sequence: number;
  readonly error: unknown;
}

/** The fault of an essential projection. `cause` is what it threw. */
class ProjectionFailed extends Error {
  constructor({ name, sequence, error }: Detached) {
    const reason = error instanceof Error ? error.message : String(error);
    super(`the projection ${name}, which is essential, failed at sequence ${sequence}: ${reason}`, { cause: error });
    this.name = 'ProjectionFailed';
  }
}

export interface Projections {
  /** Those that failed, in the order in which they did. */
  readonly detached: readonly Detached[];
  /** For each command of the replay, after it was applied. @throws ProjectionFailed */
  readonly replayed: (sequenced: Sequenced, outcome: Outcome) => void;
  /** For each command of a running exchange, right after it was applied. @throws ProjectionFailed */
  readonly applied: (sequenced: Sequenced, outcome: Outcome) => void;
}

/** Feeds a list of projections. `report` is called once for each that is detached. */
export function createProjections(list: readonly Projection[], report: (lost: Detached) => void): Projections {
  const detached: Detached[] = [];
  let all = list;
  let replaying = list.filter((projection) => projection.needsReplay);

  function detach(projection: Projection, { sequence }: Sequenced, error: unknown): void {
    const lost = { name: projection.name, sequence, error };
    if (projection.isEssential) throw new ProjectionFailed(lost);
    // New lists, so that a round under way is not disturbed.
    all = all.filter((other) => other !== projection);
    replaying = replaying.filter((other) => other !== projection);
    detached.push(lost);
    report(lost);
    try {
      projection.detached?.();
    } catch (secondError) {
      report({ ...lost, error: secondError });
    }
  }

  function feed(projections: readonly Projection[], sequenced: Sequenced, outcome: Outcome): void {
    for (const projection of projections) {
      try {
        projection.apply(sequenced, outcome);
      } catch (error) {
        detach(projection, sequenced, error);
      }
    }
  }

  return {
    detached,
    replayed: (sequenced, outcome) => feed(replaying, sequenced, outcome),
    applied: (sequenced, outcome) => feed(all, sequenced, outcome),
  };
}
