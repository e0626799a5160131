/**
 * Rules that look at more than one account, as the second version of the rule set has them: V09, V10, V13, V14
 * (docs/evidence.md, Rules). Each says who was first: one is not accused of what another did to it.
 */
import type { Copies, Copy } from './copies.ts';
import type { Dossier } from './dossier.ts';
import { compare, type Exact, exactOf, plus, ppmOf, ratioPpm, ZERO } from './exact.ts';
import type { Everything, Found, Rule } from './finding.ts';
import type { Verification } from './verification.ts';
import type { Gifts, Team } from './team.ts';
import type { Twin } from './twins.ts';

/** V09: long words or inputs of another team, sent after it. What many teams sent is public, and told as such. */
function copiedTexts({ team }: Dossier, { state: { rules }, copies }: Everything): Found | null {
  const { copyLogs: limit } = rules;
  const taken = copies.texts.get(team) ?? [];
  if (taken.length >= limit) return { severity: 'H', ...foundIn(taken), value: taken.length, limit };
  const given = [...copies.texts.values()]
    .filter((list) => list.length >= limit)
    .flatMap((list) => list.filter(({ first }) => first.team === team));
  if (given.length === 0) return commonTexts(team, copies);
  const evidence = given.map(({ first }) => first.log.index);
  const others = given.map(({ later }) => later.team.id);
  return { severity: 'L', count: given.length, evidence, limit, first: team.id, others };
}

/** A team's copies: its own logs, and the authors of the words. */
function foundIn(taken: readonly Copy[]): Pick<Found, 'count' | 'evidence' | 'first' | 'others'> {
  const others = [...new Set(taken.map(({ first }) => first.team.id))];
  const evidence = taken.map(({ later }) => later.log.index);
  const found = { count: taken.length, evidence, others };
  return others.length === 1 ? { ...found, first: others[0]! } : found;
}

function commonTexts(team: Team, { common }: Copies): Found | null {
  const those = common.filter((sent) => sent.some((one) => one.team === team));
  if (those.length === 0) return null;
  const [own, theirs] = [
    those.flat().filter((one) => one.team === team),
    those.flat().filter((one) => one.team !== team),
  ];
  const evidence = own.map(({ log }) => log.index);
  return { severity: 'I', count: own.length, evidence, others: theirs.map((one) => one.team.id) };
}

/** V10: a body that another team sent first. */
function copiedBodies({ team }: Dossier, { copies }: Everything): Found | null {
  const taken = copies.bodies.get(team) ?? [];
  return taken.length === 0 ? null : { severity: 'H', ...foundIn(taken) };
}

/** V13: money handed on by prices that were not the market's, to others or from them. */
function gifts({ team, counted }: Dossier, { state }: Everything): Found | null {
  const { rules } = state;
  const all = [...team.gifts];
  const given = sumOf(all, ({ given: own, thinGiven }) => [own, thinGiven]);
  const received = sumOf(all, ({ received: own, thinReceived }) => [own, thinReceived]);
  const ofCounted = (
    from: readonly (readonly [string, Gifts])[],
  ): Pick<Found, 'count' | 'evidence' | 'touched' | 'others'> => {
    const orders = new Set(from.flatMap(([, { orders: those }]) => [...those]));
    return {
      count: orders.size,
      evidence: [...orders],
      touched: counted.filter(({ order }) => orders.has(order.index)).length,
      others: from.map(([account]) => state.byUid.get(account)?.id ?? account),
    };
  };
  if (isWorthLooking(given, state)) {
    const from = all.filter(([, one]) => one.given.units > 0n || one.thinGiven.units > 0n);
    return {
      severity: 'H',
      ...ofCounted(from),
      value: shareOfStart(given, state),
      limit: rules.giftPpm,
      first: team.id,
    };
  }
  if (!isWorthLooking(received, state) || !isOfItsGain(team, received, rules.counterpartyPpm)) return null;
  const from = all.filter(([, one]) => one.received.units > 0n || one.thinReceived.units > 0n);
  const severity = severityOfReceiving(all);
  return { severity, ...ofCounted(from), value: shareOfStart(received, state), limit: rules.giftPpm };
}

interface Sum {
  readonly plain: Exact;
  /** With what a thin market explains. */
  readonly whole: Exact;
}

function sumOf(all: readonly (readonly [string, Gifts])[], of: (gifts: Gifts) => readonly [Exact, Exact]): Sum {
  let plain = ZERO;
  let whole = ZERO;
  for (const [, one] of all) {
    const [own, thin] = of(one);
    plain = plus(plain, own);
    whole = plus(whole, plus(own, thin));
  }
  return { plain, whole };
}

function isWorthLooking({ plain, whole }: Sum, { contest, rules }: Verification): boolean {
  const balance = exactOf(contest.startBalance) ?? ZERO;
  if (balance.units === 0n) return false;
  return compare(plain, ppmOf(balance, rules.giftPpm)) >= 0 || compare(whole, ppmOf(balance, rules.giftThinPpm)) >= 0;
}

function shareOfStart({ whole }: Sum, { contest }: Verification): bigint {
  return ratioPpm(whole, exactOf(contest.startBalance) ?? ZERO);
}

/** Whether gifts are more than the share of what the team gained, realised or by them. */
function isOfItsGain({ dealings }: Team, { whole }: Sum, sharePpm: number): boolean {
  const realised = [...dealings.values()].reduce<Exact>((sum, { gained }) => plus(sum, gained), ZERO);
  const gross = compare(realised, whole) > 0 ? realised : whole;
  return compare(ppmOf(whole, 1_000_000), ppmOf(gross, sharePpm)) > 0;
}

/**
 * A maker far from the mark asked for it. A taker of an offer may have found a bargain, which is counted. A maker who
 * quoted in a thin market may be its honest maker, whom anybody could lose to on purpose.
 */
function severityOfReceiving(all: readonly (readonly [string, Gifts])[]): Found['severity'] {
  const received = all.reduce<Exact>((sum, [, one]) => plus(sum, one.received), ZERO);
  const asked = all.reduce<Exact>((sum, [, one]) => plus(sum, one.asked), ZERO);
  if (received.units === 0n) return 'L';
  return compare(plus(asked, asked), received) > 0 ? 'H' : 'M';
}

/** V14: another team's positions match this one's. */
function twins({ team }: Dossier, everything: Everything): Found | null {
  const { rules } = everything.state;
  const those = (everything.likenesses.get(team) ?? []).filter(({ isTwin }) => isTwin);
  if (those.length === 0) return null;
  const severities = those.map((twin) => severityOfTwin(team, twin, everything));
  const firsts = new Set(those.map(({ first }) => first?.id));
  const [first] = firsts;
  return {
    severity: severities.includes('H') ? 'H' : severities.includes('M') ? 'M' : 'L',
    count: those.length,
    evidence: those.map((twin) => twin.team.leafIndex),
    value: those.reduce((most, { ppm }) => (ppm > most ? ppm : most), 0n),
    limit: rules.twinPpm,
    others: those.map((twin) => twin.team.id),
    ...(firsts.size === 1 && first !== undefined ? { first } : {}),
  };
}

/** One public strategy looks the same: a second sign is what a person has to look at. Who was first did nothing. */
function severityOfTwin(team: Team, twin: Twin, { copies }: Everything): 'H' | 'M' | 'L' {
  if (twin.first === team) return 'L';
  const isOfTwin = ({ first }: Copy): boolean => first.team === twin.team;
  const hasCopied = [copies.texts, copies.bodies].some((by) => by.get(team)?.some(isOfTwin) === true);
  const gave = team.gifts.get(twin.team.uid);
  return hasCopied || (gave !== undefined && (gave.given.units > 0n || gave.asked.units > 0n)) ? 'H' : 'M';
}

export const RULES_BETWEEN: readonly Rule[] = [
  { id: 'V09', find: copiedTexts },
  { id: 'V10', find: copiedBodies },
  { id: 'V13', find: gifts },
  { id: 'V14', find: twins },
];
