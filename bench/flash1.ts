/**
 * The public oracle of order books (`kit/flash1-flow.ts`): five scenarios of some two million messages, and the SHA-256
 * of every report that a right book gives. Both are held to it, the bare book and the engine with a thousand accounts
 * and everything on, before anything is timed. Goal: all hashes as published.
 *
 * Timed is from a message to its reports as rows of integers; writing them as text and hashing is not. Options:
 * `--rounds` (3), `--scenario` (all).
 */
import { audit } from '../src/core/audit.ts';
import { checkBook } from '../src/core/matching/check-book.ts';
import { flowOf, SCENARIOS, type Scenario } from './kit/flash1-flow.ts';
import * as onBook from './kit/flash1-on-book.ts';
import * as onEngine from './kit/flash1-on-engine.ts';
import { countedReports, hashedReports } from './kit/flash1-reports.ts';
import { medians } from './kit/figures.ts';
import { type Contender, interleave, type Measurement, medianPass } from './kit/interleave.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  const wanted = options['scenario'];
  const scenarios = SCENARIOS.filter(({ name }) => wanted === undefined || name === wanted);
  if (scenarios.length === 0)
    throw new Error(`--scenario is one of ${SCENARIOS.map(({ name }) => name).join(', ')}, found ${wanted}`);
  const rows: Record<string, string | number>[] = [];
  for (const scenario of scenarios) {
    const contenders = ['measureBook', 'measureEngine'].map((name): Contender => {
      return { name: `${scenario.name} ${name}`, module: new URL(import.meta.url), function: name, options: scenario };
    });
    const measured = await interleave(contenders, rounds);
    const [book, engine] = [...measured.values()].map(medians) as [Measurement, Measurement];
    rows.push({
      scenario: scenario.name,
      messages: book['messages'] ?? 0,
      reports: book['reports'] ?? 0,
      hash: `${scenario.sha256.slice(0, 8)}, both`,
      'book, M messages/s': Number(book['rate']?.toFixed(2)),
      'engine, M messages/s': Number(engine['rate']?.toFixed(3)),
    });
  }
  const remarks = [
    `Medians of ${rounds} interleaved rounds, each in a fresh process. Another hash than the published ends the bench.`,
    'A modify is one message, and two commands of the engine.',
  ];
  return { name: 'flash1', rows, remarks, goalMet: true };
}

/** One round of the bare book. */
export function measureBook(scenario: Scenario): Measurement {
  const flow = flowOf(scenario);
  const { reports, digest } = hashedReports();
  const proof = onBook.prepareOnBook(flow, reports);
  proof.commands();
  requireHash(scenario, digest());
  const problems = checkBook(proof.book);
  if (problems.length > 0) throw new Error(`the book broke its promises: ${problems.join('; ')}`);
  const { ms } = medianPass(() => onBook.prepareOnBook(flow, countedReports()).commands);
  return { rate: flow.count / ms / 1_000, messages: flow.count, reports: reports.total };
}

/** One round of the engine. */
export function measureEngine(scenario: Scenario): Measurement {
  const flow = flowOf(scenario);
  const { reports, digest } = hashedReports();
  const proof = onEngine.prepareOnEngine(flow, reports);
  proof.commands();
  requireHash(scenario, digest());
  const broken = audit(proof.engine.state);
  if (broken.length > 0) throw new Error(`the engine broke its promises: ${broken.slice(0, 3).join('; ')}`);
  const { ms } = medianPass(() => onEngine.prepareOnEngine(flow, countedReports()).commands);
  return { rate: flow.count / ms / 1_000, messages: flow.count, reports: reports.total };
}

/** @throws Error when the reports are not those of the oracle */
function requireHash({ name, sha256 }: Scenario, found: string): void {
  if (found !== sha256) throw new Error(`${name}: the reports have hash ${found}, published is ${sha256}`);
}
