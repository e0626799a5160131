/** The words of the window for whoever brings a bot, in English; loaded with it. */
export const enBot = {
  sentence: 'An agent joins with one sentence. Paste it:',
  seat: 'It needs a seat: an account with play money, and a key that can lose a tenth of it a day at most. This demo gives one to whoever asks, to an agent that reads the sentence too.',
  name: 'Name',
  take: 'Get a seat',
  once: (uid: string) => `Account ${uid}. This is its key, shown once; paste it where the agent runs:`,
  byOperator:
    'It needs a seat: account, money and a key with limits. Whoever runs this exchange makes one: outcry seat NAME.',
  /** In the order of the guides they name. */
  pages: ['Seats', 'An agent that decides', 'Traces', 'Limits of a key', 'Signed logs', 'Skill or luck', 'Programs'],
};
