/**
 * What the administration answers about contests, teams and cases; and where a leaf is on the public page.
 */
import { signal } from '@preact/signals';
import { read } from './session.ts';

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

export interface OrderRow {
  readonly order: number;
  readonly orderId: string;
  readonly symbol: string;
  readonly type: string;
  readonly size: string;
  readonly price: string | null;
  readonly delta: number | null;
  readonly level: number | null;
  readonly link: string | null;
  readonly log: number | null;
  /** Left out by reports from before there was one. */
  readonly near?: number | null;
}

/** A finding as it is told: who was first, what stands beside what, what speaks for the team. */
export interface Story {
  readonly rule: string;
  readonly first: string | null;
  readonly others: readonly string[];
  readonly pairs: readonly { readonly own: number; readonly other: number | null; readonly team: string | null }[];
  readonly speaksFor: readonly { readonly fact: string; readonly count: number; readonly of: number }[];
}

export const GRADES = ['A', 'B', 'C', 'D', 'U', 'X'] as const;
export type Grade = (typeof GRADES)[number];

export interface Delay {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

export interface Cluster {
  readonly text: string | null;
  readonly count: number;
  readonly logs: readonly number[];
  readonly alsoOf: readonly string[];
}

export interface Dossier {
  readonly grades: Readonly<Record<Grade, number>>;
  readonly orders: Readonly<Record<Grade, readonly OrderRow[]>>;
  readonly delays: readonly Delay[];
  readonly templates: { readonly logs: number; readonly distinct: number; readonly clusters: readonly Cluster[] };
  readonly grounding: {
    readonly claims: number;
    readonly wrong: number;
    readonly misses: readonly {
      readonly log: number;
      readonly symbol: string;
      readonly claimed: string | null;
      readonly low: string;
      readonly high: string;
    }[];
  };
  readonly counterparties: readonly {
    readonly account: string;
    readonly team: string | null;
    readonly isHouse: boolean;
    readonly gained: string;
    readonly sharePpm: number;
    readonly orders: readonly number[];
  }[];
  readonly twins: readonly {
    readonly team: string;
    readonly ppm: number;
    readonly isTwin: boolean;
    readonly first?: string | null;
    readonly contracts?: readonly { readonly symbol: string; readonly samples: number; readonly changes: number }[];
  }[];
  /** Left out, like the next, by reports from before there was one. */
  readonly stories?: readonly Story[];
  readonly gifts?: readonly {
    readonly account: string;
    readonly team: string | null;
    readonly given: string;
    readonly received: string;
    readonly thinGiven: string;
    readonly thinReceived: string;
    readonly orders: readonly number[];
  }[];
}

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

/** Where the public page is; null until it was asked. */
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
