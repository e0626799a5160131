/**
 * Props of each part of a case.
 */
import type { ContestMeAnswerCases } from '../../../client/index.ts';
import type { Session } from '../../base/session.ts';

export interface CaseItemProps {
  readonly who: Session;
  readonly contest: string;
  readonly one: ContestMeAnswerCases;
  /** Called when something has been sent. */
  readonly changed: () => void;
}
