/** Innocent explanations of findings, and what speaks for a team, in English: for those who judge. */
import type { RuleId } from '../finding.ts';
import type { Fact } from '../story.ts';

/** The look of a finding when there is nothing behind it. */
export const FALSE_ALARM_SAYS: Readonly<Record<RuleId, string>> = {
  V01: 'Logs that name neither an order nor a client order id, or a format nobody can read yet: read a few of them.',
  V02: 'One large order whose log was late by a minute.',
  V03: 'A name for the side or the contract that the rules read otherwise than the team meant it.',
  V04: 'A program that sends example order ids.',
  V05: 'The word in another sense: a manual that is a book, a mode that is switched off.',
  V06: 'A provider that renamed its model, or a fallback.',
  V07: 'One decision carried out in more parts than a log may have.',
  V08: 'A program that words the reason itself around the figures of a model.',
  V09: 'Two users of one public program: few different texts, which the first team writes again and again.',
  V10: 'An example from the documents, sent to try.',
  V11: 'A field that a model left empty.',
  V12: 'Prices of another exchange, or of another unit.',
  V13: 'A market order into an empty book, once; or a maker of a quiet contract whom somebody loses to.',
  V14: 'Two strangers who follow one public strategy.',
  V15: 'A patient strategy.',
  V16: 'A key of an example.',
  V17: 'Agents that vote in logs of their own, or orders that were named and refused.',
  V18: 'A second program of the team that has no key, or a key that was lost. A wrong signature is never its doing.',
};

export const FACT_SAYS: Readonly<Record<Fact, string>> = {
  first: 'it was first, and the other came after it',
  untouched: 'orders the finding does not touch',
  before: 'orders whose reason was on record before them, or bound to them',
  fresh: 'orders whose reason quotes a recent checkpoint',
  traced: 'orders whose reason names a response of a model',
  worded: 'different texts among its logs',
};
