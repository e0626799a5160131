/**
 * Answers of the administration about contests, teams and cases; and the address of a leaf on the public page.
 */
import { signal } from '@preact/signals';
import type { Grade } from '../../core/verification/grade.ts';
import type { DossierOrder, JudgesDossier } from '../../core/verification/judges-dossier.ts';
import { read } from '../base/admin-session.ts';

export interface ContestRow {
  readonly id: string;
  readonly phase: string;
  readonly config: { readonly title: string };
  readonly teams: readonly { readonly team: string; readonly name: string; readonly uid: number }[];
}

export interface CaseAt {
  readonly case: string;
  readonly state: string;
  readonly dueAt: number | null;
}

interface Judged {
  readonly team: string;
  readonly name: string;
  readonly verdict: string;
  /** Rules that found something. */
  readonly notes: readonly string[];
  readonly counted: number;
  readonly covered: number;
  readonly coveredPpm: number;
}

export interface QueueRow extends Judged {
  readonly high: readonly string[];
  readonly medium: readonly string[];
  readonly case: CaseAt | null;
  /** The judges' decision. */
  readonly decided: string | null;
}

export interface Queue {
  readonly at: number;
  readonly list: readonly QueueRow[];
}

export interface FindingRow {
  readonly rule: string;
  readonly severity: string;
  readonly count: number;
  readonly value: string | null;
  readonly limit: string | null;
  readonly evidence: readonly number[];
}

/** Left out by reports from before there was one. */
type Later<Whole, Names extends keyof Whole> = Omit<Whole, Names> & Partial<Pick<Whole, Names>>;

export type OrderRow = Later<DossierOrder, 'near'>;

/** Material for judges with a report. */
export type Dossier = Later<Omit<JudgesDossier, 'team' | 'orders' | 'twins'>, 'stories' | 'gifts'> & {
  readonly orders: Readonly<Record<Grade, readonly OrderRow[]>>;
  readonly twins: readonly Later<JudgesDossier['twins'][number], 'isOpposite' | 'first' | 'contracts'>[];
};

export interface TeamDossier extends Judged {
  readonly contest: string;
  readonly at: number;
  readonly uid: number;
  readonly state: string;
  readonly modelClass: string;
  readonly models: readonly string[];
  readonly findings: readonly FindingRow[];
  readonly cases: readonly CaseAt[];
  /** Null: from a version that kept none. */
  readonly dossier: Dossier | null;
}

export interface SaidRow {
  readonly step: string;
  readonly actor: string;
  readonly at: number;
  readonly sha256: string | null;
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly size: number }[];
}

export interface CaseRow {
  readonly case: string;
  readonly team: string;
  readonly openedBy: string;
  readonly state: string;
  readonly answerDueMs: number;
  readonly appealDueMs: number | null;
  readonly proposal: {
    readonly by: string;
    readonly outcome: string;
    readonly rules: readonly string[];
    readonly text: string;
    readonly confirmedBy: string | null;
  } | null;
  readonly overturned: boolean;
  readonly said: readonly SaidRow[];
}

/** Address of the public page; null until it was asked. */
const pages = signal<string | null>(null);
let isAsked = false;

/** Address of a leaf on the public page; null while it is not known. */
export function leafAddress(index: number): string | null {
  if (!isAsked) {
    isAsked = true;
    read<{ readonly pages: string }>('/admin/v1/me').then(
      (answer) => (pages.value = answer.pages),
      () => (isAsked = false),
    );
  }
  return pages.value === null ? null : `${pages.value}/log/${index}`;
}
