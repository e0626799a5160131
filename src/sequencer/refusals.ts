/**
 * What a submitted command may get instead of an outcome. The difference matters to whoever asked: after NotExecuted it is safe to send
 * the command again, after OutcomeUnknown it is not (only a client order id or a look at the orders tells).
 */

/** busy: too many wait. stopping: the service is on its way down. journal: the journal can't be written. */
export type WhyNotExecuted = 'busy' | 'stopping' | 'journal';

const REASONS: Record<WhyNotExecuted, { readonly retryAfterSeconds: number; readonly text: string }> = {
  busy: { retryAfterSeconds: 1, text: 'too many commands are waiting' },
  stopping: { retryAfterSeconds: 5, text: 'the exchange is stopping' },
  journal: { retryAfterSeconds: 60, text: 'the journal can not be written' },
};

/** The command was not executed and never will be. */
export class NotExecuted extends Error {
  readonly why: WhyNotExecuted;
  readonly retryAfterSeconds: number;

  constructor(why: WhyNotExecuted, cause?: unknown) {
    super(`nothing was executed: ${REASONS[why].text}`, cause === undefined ? undefined : { cause });
    this.name = 'NotExecuted';
    this.why = why;
    this.retryAfterSeconds = REASONS[why].retryAfterSeconds;
  }
}

/** The command is in the journal, or may be: a later start executes it, or does not. `cause` says what went wrong. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome is unknown: the command may have been recorded, and then takes effect when the exchange starts again', {
      cause,
    });
    this.name = 'OutcomeUnknown';
  }
}
