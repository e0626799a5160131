/**
 * Words and inputs that teams have in common (V09, V10; docs/evidence.md, Copies): for every text that more than one
 * team sent, who was first. A text of so many teams that it must be public is common, and nobody's copy.
 */
import type { Dossier } from './dossier.ts';
import type { Team, TeamLog } from './team.ts';
import type { Terms } from './terms.ts';

/** A text or an input that two teams sent: the log of the one who was first, and each later one. */
export interface Copy {
  readonly kind: 'template' | 'input' | 'body';
  readonly first: Sent;
  readonly later: Sent;
}

export interface Copies {
  /** Words and inputs that a team sent after another, one for each of its logs. */
  readonly texts: ReadonlyMap<Team, readonly Copy[]>;
  readonly bodies: ReadonlyMap<Team, readonly Copy[]>;
  /** Texts of so many teams that they are nobody's, each with the logs that hold it. */
  readonly common: readonly (readonly Sent[])[];
}

/** A log of a team. */
export interface Sent {
  readonly team: Team;
  readonly log: TeamLog;
}

type Texts = Map<string, Sent[]>;

export function copiesOf(dossiers: readonly Dossier[], terms: Terms): Copies {
  const templates = shared(dossiers, ({ facts }) => {
    const { text, length } = facts?.template ?? { text: '', length: 0 };
    return length >= terms.copyText && !terms.commonTemplates.includes(text) ? text : null;
  });
  const inputs = shared(dossiers, ({ facts }) => facts?.inputHash ?? null);
  const isCommon = (sent: readonly Sent[]): boolean =>
    teamsOf(sent).length >= terms.commonTeams && isOfProgram(sent, terms.copyLogs);
  const among = (kind: Copy['kind'], texts: Texts): readonly (readonly Copy[])[] =>
    [...texts.values()].filter((sent) => !isCommon(sent)).map((sent) => copiesAmong(kind, sent));
  return {
    texts: byCopier([
      ...among('template', templates).flat(),
      // A constant input is one input, however often it was sent.
      ...among('input', inputs).flatMap((copies) => copies.slice(0, 1)),
    ]),
    bodies: byCopier(bodiesOf(dossiers)),
    common: [...templates.values()].filter(isCommon),
  };
}

function byCopier(copies: readonly Copy[]): ReadonlyMap<Team, readonly Copy[]> {
  const logs = new Map<TeamLog, Copy>();
  for (const copy of copies) if (!logs.has(copy.later.log)) logs.set(copy.later.log, copy);
  const found = new Map<Team, Copy[]>();
  for (const copy of logs.values()) {
    const those = found.get(copy.later.team);
    if (those === undefined) found.set(copy.later.team, [copy]);
    else those.push(copy);
  }
  return found;
}

/** The texts that more than one team sent, with the logs that hold them. Nearly all are of one team, and not kept. */
function shared(dossiers: readonly Dossier[], textOf: (log: TeamLog) => string | null): Texts {
  const senders = new Map<string, Team>();
  const texts: Texts = new Map();
  for (const { team, deciding } of dossiers)
    for (const log of deciding) {
      const text = textOf(log);
      if (text === null) continue;
      const first = senders.get(text);
      if (first === undefined) senders.set(text, team);
      else if (first !== team) texts.set(text, []);
    }
  if (texts.size > 0)
    for (const { team, deciding } of dossiers)
      for (const log of deciding) {
        const text = textOf(log);
        if (text !== null) texts.get(text)?.push({ team, log });
      }
  return texts;
}

/** Whether the first team sent it again and again, as a program does; what it said but once is its own. */
function isOfProgram(sent: readonly Sent[], least: number): boolean {
  const { team } = firstOf(sent);
  return sent.filter((one) => one.team === team).length >= least;
}

function firstOf(sent: readonly Sent[]): Sent {
  return sent.reduce((earliest, next) => (next.log.index < earliest.log.index ? next : earliest));
}

function teamsOf(sent: readonly Sent[]): readonly Team[] {
  return [...new Set(sent.map(({ team }) => team))];
}

/** Each log of another team after the first one. */
function copiesAmong(kind: Copy['kind'], sent: readonly Sent[]): readonly Copy[] {
  const first = firstOf(sent);
  return sent.filter(({ team }) => team !== first.team).map((later) => ({ kind, first, later }));
}

/** Bodies that another team sent first, whether or not that one decided about an order. */
function bodiesOf(dossiers: readonly Dossier[]): readonly Copy[] {
  return dossiers.flatMap(({ team, deciding }) =>
    deciding.flatMap((log) =>
      log.copiedFrom === null ? [] : [{ kind: 'body' as const, first: log.copiedFrom, later: { team, log } }],
    ),
  );
}
