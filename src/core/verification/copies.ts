/**
 * Words and inputs that teams have in common (V08 to V10; docs/evidence.md, Copies): for every text that more than one
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
  /** Words and inputs that a team sent after another and did not rather give it, one for each of its logs. */
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

/** Logs of a team among which texts are looked for. */
type LogsOf = Pick<Dossier, 'team' | 'deciding'>;

/** A text that is not yet in the rule set and of so many teams that it must be public. */
export interface PublicText {
  readonly text: string;
  readonly teams: number;
  readonly logs: number;
}

/** Texts that teams of any logs have in common by the rule for common texts, those of most teams first. */
export function publicTextsOf(all: readonly LogsOf[], terms: Terms): readonly PublicText[] {
  const found = [...templatesOf(all, terms)].filter(([, sent]) => isCommon(sent, terms));
  return found
    .map(([text, sent]) => ({ text, teams: teamsOf(sent).length, logs: sent.length }))
    .sort((a, b) => b.teams - a.teams || b.logs - a.logs || (a.text < b.text ? -1 : 1));
}

/** Templates long enough to be somebody's that several teams sent, but for those the rule set calls common. */
function templatesOf(all: readonly LogsOf[], terms: Terms): Texts {
  const known = new Set(terms.commonTemplates);
  return shared(all, ({ facts }) => {
    const { text, length } = facts?.template ?? { text: '', length: 0 };
    return length >= terms.copyText && !known.has(text) ? text : null;
  });
}

function isCommon(sent: readonly Sent[], terms: Terms): boolean {
  return teamsOf(sent).length >= terms.commonTeams && isOfProgram(sent, terms.copyLogs);
}

export function copiesOf(dossiers: readonly Dossier[], terms: Terms): Copies {
  const templates = templatesOf(dossiers, terms);
  const inputs = shared(dossiers, ({ facts }) => facts?.inputHash ?? null);
  const among = (kind: Copy['kind'], texts: Texts): readonly (readonly Copy[])[] =>
    [...texts.values()].filter((sent) => !isCommon(sent, terms)).map((sent) => copiesAmong(kind, sent));
  const all = [
    ...among('template', templates).flat(),
    // A constant input is one input, however often it was sent.
    ...withoutPrograms(
      dossiers,
      among('input', inputs).flatMap((copies) => copies.slice(0, 1)),
    ),
  ];
  return {
    texts: byCopier(withoutGivers(all)),
    bodies: byCopier(bodiesOf(dossiers)),
    common: [...templates.values()].filter((sent) => isCommon(sent, terms)),
  };
}

/**
 * Two users of one public program ask it the same of the same market now and then. So an input is no copy whose form
 * the later team fills with figures of its own more often than with another's.
 */
function withoutPrograms(all: readonly LogsOf[], inputs: readonly Copy[]): readonly Copy[] {
  const isCopy = new Set(inputs.map(({ later }) => later.log));
  const formsOf = (logs: readonly TeamLog[]): ReadonlyMap<string | null | undefined, readonly TeamLog[]> =>
    Map.groupBy(logs, ({ facts }) => facts?.inputForm);
  const takers = new Set(inputs.map(({ later }) => later.team));
  const forms = new Map(all.flatMap(({ team, deciding }) => (takers.has(team) ? [[team, formsOf(deciding)]] : [])));
  return inputs.filter(({ later: { team, log } }) => {
    const sent = forms.get(team)?.get(log.facts?.inputForm) ?? [];
    const taken = sent.filter((one) => isCopy.has(one)).length;
    return sent.length - taken <= taken;
  });
}

/**
 * Two users of one rare program each come first with some of its texts. So of two teams that is no copier which was
 * first with more texts of the other's than the other of its own, or with as many and with the first of all.
 */
function withoutGivers(all: readonly Copy[]): readonly Copy[] {
  // By who was later and who was first: the first log of each text, once.
  const taken = new Map<Team, Map<Team, Set<TeamLog>>>();
  for (const { first, later } of all) {
    const of = taken.get(later.team) ?? new Map<Team, Set<TeamLog>>();
    taken.set(later.team, of.set(first.team, (of.get(first.team) ?? new Set()).add(first.log)));
  }
  const logsOf = (later: Team, first: Team): readonly TeamLog[] => [...(taken.get(later)?.get(first) ?? [])];
  const earliest = (logs: readonly TeamLog[]): number => Math.min(...logs.map(({ index }) => index));
  const gave = (team: Team, other: Team): boolean => {
    const [own, others] = [logsOf(other, team), logsOf(team, other)];
    return own.length > others.length || (own.length === others.length && earliest(own) < earliest(others));
  };
  return all.filter(({ first, later }) => !gave(later.team, first.team));
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
function shared(all: readonly LogsOf[], textOf: (log: TeamLog) => string | null): Texts {
  const senders = new Map<string, Team>();
  const texts: Texts = new Map();
  for (const { team, deciding } of all)
    for (const log of deciding) {
      const text = textOf(log);
      if (text === null) continue;
      const first = senders.get(text);
      if (first === undefined) senders.set(text, team);
      else if (first !== team) texts.set(text, []);
    }
  if (texts.size > 0)
    for (const { team, deciding } of all)
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
