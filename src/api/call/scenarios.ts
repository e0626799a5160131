/** Scenarios of a rehearsal as the administration sees them (REH-10). */

export interface ScenarioEvent {
  readonly atMs: number;
  readonly do: string;
  /** All that it says. */
  readonly event: object;
  readonly state: 'waiting' | 'done' | 'failed';
  /** Of one that failed; of an expectation, what was found. */
  readonly found: string | null;
}

export interface ScenarioInfo {
  readonly name: string;
  readonly startedMs: number;
  readonly isStopped: boolean;
  readonly events: readonly ScenarioEvent[];
}

export interface KnownScenario {
  readonly name: string;
  readonly about: string;
  readonly events: number;
}

export interface ScenarioList {
  /** The one that runs, or ran last; null: none ever did. */
  readonly running: ScenarioInfo | null;
  /** Those that come with the exchange. */
  readonly known: readonly KnownScenario[];
}

export interface Scenarios {
  list(): ScenarioList;
  /** All of it, without running any. @throws ApiError 60006 that names event and field */
  check(wish: unknown): ScenarioInfo;
  /** @param wish a name, or a scenario @throws ApiError 60006; 60005 while another runs */
  run(wish: unknown): ScenarioInfo;
  /** Nothing more of it happens, and what it changed for a while is as it was. @throws ApiError 60005 when none runs */
  stop(): ScenarioInfo;
}
