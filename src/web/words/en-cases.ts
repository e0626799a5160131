/**
 * The words of cases, which judges and teams both see, in English; the type of these words. A word of the wire is
 * shown as it is, with these beside it where they say more.
 */
export const enCases = {
  title: 'Cases',
  none: 'There is no case about your team.',
  states: {
    opened: 'opened',
    noticed: 'the team was told',
    proposed: 'a decision is proposed',
    decided: 'decided',
    appealed: 'appealed',
    closed: 'closed',
  } as Readonly<Record<string, string>>,
  steps: {
    open: 'opened',
    notice: 'notice',
    answer: 'answer',
    waive: 'answer waived',
    propose: 'proposal',
    return: 'given back',
    appeal: 'appeal',
  } as Readonly<Record<string, string>>,
  outcomes: {
    cleared: 'cleared',
    warned: 'warned',
    disqualified: 'disqualified',
    upheld: 'upheld',
    overturned: 'overturned',
  } as Readonly<Record<string, string>>,
  case: (id: string) => `Case ${id}`,
  answerDue: 'Answer due in',
  appealDue: 'Appeal possible for',
  over: 'the time is over',
  rules: 'Rules',
  file: 'File',
  bytes: (size: string) => `${size} bytes`,
  evidence: 'The evidence of your account',
  evidenceWhy: 'Your own leaves and bodies in one file, which outcry verify checks.',
  saveEvidence: 'Save the bundle',
  answer: 'Answer',
  answerWhat: (answers: string, files: string) => `${answers} of 20 answers and ${files} of 20 files were sent.`,
  text: 'What you say',
  files: 'Files',
  filesWhat:
    'A file has at most 384 KiB, and an answer three quarters of a mebibyte in all: send more with another answer.',
  send: 'Send the answer',
  sent: 'Sent. It is in the log.',
  waive: 'Waive: this is all',
  waiveWhy: 'The judges may decide from then on, before the time is over.',
  waiveSure: 'Send and waive',
  appeal: 'Appeal',
  appealWhy: 'Once, to a judge who took no part.',
  readOnly: 'Answering takes a key that may trade.',
  tooLarge: (name: string) => `${name} is larger than 384 KiB.`,
  empty: (name: string) => `${name} is empty.`,
  tooMany: (left: string) => `Only ${left} more files fit into this case.`,
  tooMuch: 'Together they are too large for one answer.',
  needsText: 'Say something.',
};

export type CaseWords = typeof enCases;
