/**
 * A finding about one file of a data folder: what was found, what it means, and what is right to do. A start and
 * `outcry doctor` print the same findings.
 *
 * refuse: the exchange does not start, and nothing was changed. repair: the start sets it right and says so. note: it
 * starts, and the operator should know. wrong: it starts, and something in it is lost or not so.
 */

export type Severity = 'refuse' | 'wrong' | 'repair' | 'note';

export interface Finding {
  /** Its name, the same for ever: `short-journal`. */
  readonly code: string;
  /** Of the data folder, or the address of a database without its password. */
  readonly file: string;
  readonly severity: Severity;
  /** The state found, with figures. */
  readonly found: string;
  readonly means: string;
  /** The remedy, with the command where there is one. */
  readonly do: string;
  /** The value of `--accept-loss` with which to start all the same, once; null when nothing can be lost by choice. */
  readonly accept: string | null;
}

type Words = Pick<Finding, 'found' | 'means' | 'do'>;

const finding =
  (severity: Severity) =>
  (code: string, file: string, words: Words): Finding => ({ code, file, severity, ...words, accept: null });

export const refuse = finding('refuse');
export const wrong = finding('wrong');
export const repair = finding('repair');
export const note = finding('note');

/** Names a loss that may be accepted: `at` is a figure of this very loss, so that it isn't another. */
const loss =
  (severity: Severity) =>
  (code: string, file: string, at: number, words: Words): Finding => {
    const accept = `${code}@${at}`;
    const told = `${words.do} If the loss is certain and accepted, start once with --accept-loss ${accept}.`;
    return { code, file, severity, ...words, do: told, accept };
  };

export const refuseLoss = loss('refuse');
export const wrongLoss = loss('wrong');

export function findingLines({ file, severity, found, means, do: wanted }: Finding): string {
  const label = { refuse: 'REFUSED', wrong: 'WRONG', repair: 'REPAIRABLE', note: 'NOTE' }[severity];
  return `${label} ${file}: ${found}\n  This means: ${means}\n  To do: ${wanted}`;
}

/** A data folder that is not started on. Nothing in it was changed. */
export class FolderRefused extends Error {
  readonly findings: readonly Finding[];

  constructor(folder: string, findings: readonly Finding[]) {
    super(
      `the data folder ${folder} is refused, and nothing in it was changed.\n${findings.map(findingLines).join('\n')}`,
    );
    this.name = 'FolderRefused';
    this.findings = findings;
  }
}
