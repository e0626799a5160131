/**
 * A judgement on one file of a data folder: what was found, what it means, and what is right to do. The start and
 * `outcry doctor` print the same findings. Nothing here looks at a disk or decides what is wrong.
 *
 * refuse: the exchange does not start, and nothing was changed. mend: the start sets it right and says so. tell: it
 * starts, and the operator should know. wrong: it starts, and something in it is lost or not so.
 */

export type Severity = 'refuse' | 'wrong' | 'mend' | 'tell';

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

export function refuse(code: string, file: string, words: Words): Finding {
  return { code, file, severity: 'refuse', ...words, accept: null };
}

/** A refusal that names a loss which may be accepted: `at` is a figure of this very loss, so that it isn't another. */
export function refuseLoss(code: string, file: string, at: number, words: Words): Finding {
  const accept = `${code}@${at}`;
  const told = `${words.do} If the loss is certain and accepted, start once with --accept-loss ${accept}.`;
  return { code, file, severity: 'refuse', ...words, do: told, accept };
}

/** A loss that stops no start, and is told until it is accepted in the same way. */
export function wrongLoss(code: string, file: string, at: number, words: Words): Finding {
  return { ...refuseLoss(code, file, at, words), severity: 'wrong' };
}

export function wrong(code: string, file: string, words: Words): Finding {
  return { code, file, severity: 'wrong', ...words, accept: null };
}

export function mend(code: string, file: string, words: Words): Finding {
  return { code, file, severity: 'mend', ...words, accept: null };
}

export function tell(code: string, file: string, words: Words): Finding {
  return { code, file, severity: 'tell', ...words, accept: null };
}

export function findingLines({ file, severity, found, means, do: wanted }: Finding): string {
  const label = { refuse: 'REFUSED', wrong: 'WRONG', mend: 'TO MEND', tell: 'NOTE' }[severity];
  return `${label} ${file}: ${found}\n  This means: ${means}\n  To do: ${wanted}`;
}

/** Findings that stop a start, those taken out whose loss was accepted. */
export function refusals(findings: readonly Finding[], accepted: readonly string[]): Finding[] {
  return findings.filter(
    ({ severity, accept }) => severity === 'refuse' && (accept === null || !accepted.includes(accept)),
  );
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
