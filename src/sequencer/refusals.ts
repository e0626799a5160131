/**
 * The refusals a submitted command may get instead of an outcome. The difference matters to the caller: after
 * NotExecuted it is safe to send the command again, after OutcomeUnknown it is not (only a client order id or a look at
 * the orders tells). Input that isn't a command at all is CommandMalformed, now and whenever it is sent again.
 */
import { mismatchText, nameIn, nameText } from '../core/language/check-command.ts';
import type { Mismatch } from '../core/language/kinds.ts';

/**
 * busy: too many wait. stopping: the service is on its way down. journal: the journal can't be written. clock: the
 * machine's clock can't be believed. store: the read store has been away for too long. disk: it is nearly full. order:
 * the nodes of the cluster can't agree on an order now, or this one is not in it any more.
 */
export type WhyNotExecuted = 'busy' | 'stopping' | 'journal' | 'clock' | 'store' | 'disk' | 'order';

interface Particulars {
  readonly retryAfterSeconds: number;
  readonly text: string;
}

const REASONS: Record<WhyNotExecuted, Particulars> = {
  busy: { retryAfterSeconds: 1, text: 'too many commands are waiting' },
  stopping: { retryAfterSeconds: 5, text: 'the exchange is stopping' },
  journal: { retryAfterSeconds: 60, text: 'the journal can not be written' },
  clock: { retryAfterSeconds: 5, text: "the machine's clock can not be believed" },
  store: { retryAfterSeconds: 10, text: 'the read store has been away for too long' },
  disk: { retryAfterSeconds: 30, text: 'the disk is nearly full' },
  order: { retryAfterSeconds: 2, text: 'the order of the cluster can not be reached' },
};

/** How an order says that it could not take a batch. */
export interface PublishFailed {
  /** True: the batch may be found in the order later. */
  readonly mayReplay: boolean;
  /** Why nothing is taken any more; the journal's failure when not given. */
  readonly why?: WhyNotExecuted;
}

/** The command was not executed and never will be. */
export class NotExecuted extends Error {
  readonly why: WhyNotExecuted;
  readonly retryAfterSeconds: number;

  constructor(why: WhyNotExecuted, cause?: unknown, { text, retryAfterSeconds }: Particulars = REASONS[why]) {
    super(`nothing was executed: ${text}`, cause === undefined ? undefined : { cause });
    this.name = 'NotExecuted';
    this.why = why;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The command is in the journal, or may be: a later start executes it, or does not. `cause` says what went wrong. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super(
      'the outcome is unknown: the command may have been recorded, and then takes effect when the exchange starts again',
      {
        cause,
      },
    );
    this.name = 'OutcomeUnknown';
  }
}

/** The input isn't a command, or is one that would be refused in any state. Nothing was written or executed. */
export class CommandMalformed extends Error {
  readonly mismatch: Mismatch;

  constructor(command: unknown, mismatch: Mismatch) {
    super(
      `nothing was executed: the command ${nameText(nameIn(command))} can not be carried out: ${mismatchText(mismatch)}`,
    );
    this.name = 'CommandMalformed';
    this.mismatch = mismatch;
  }
}
