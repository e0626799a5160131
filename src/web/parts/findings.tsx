/** Findings of a report on a team, in words, each with its leaves. */
import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { type FindingFigures, findingText } from './finding.ts';
import './findings.css';

export interface Finding extends FindingFigures {
  readonly severity: string;
  readonly evidence: readonly number[];
  /** The team that was first, and all others that are concerned; none from an older report. */
  readonly first?: string | null | undefined;
  readonly others?: readonly string[] | undefined;
}

interface FindingsProps {
  readonly findings: readonly Finding[];
  /** How leaves are shown where it is. */
  readonly leaves: (indices: readonly number[]) => ComponentChildren;
}

export function Findings({ findings, leaves }: FindingsProps) {
  const { evidence } = words.value;
  if (findings.length === 0) return <p class="dim">{evidence.noFindings}</p>;
  return (
    <div class="findings" tabIndex={0} role="group" aria-label={evidence.whatFound}>
      <table>
        <caption class="hidden-text">{evidence.whatFound}</caption>
        <thead>
          <tr>
            <th scope="col">{evidence.rule}</th>
            <th scope="col">{evidence.whatFound}</th>
            <th scope="col">{evidence.severity}</th>
            <th scope="col">{evidence.leaves}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((one) => (
            <tr key={one.rule} data-finding={one.rule}>
              <th scope="row">
                {one.rule} {evidence.rules[one.rule] ?? ''}
              </th>
              <td>
                {findingText(one)} <Concerns finding={one} />
              </td>
              <td>
                {one.severity === one.severity.slice(0, 1) ? `${one.severity}: ` : ''}
                {evidence.severities[one.severity] ?? one.severity}
              </td>
              <td>{leaves(one.evidence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Others it concerns, and the first of them: being copied is no fault. */
function Concerns({ finding: { first, others = [] } }: { readonly finding: Finding }) {
  const { evidence } = words.value;
  if (others.length === 0 && first == null) return null;
  const parts = [
    others.length === 0 ? null : evidence.concerns(others.join(', ')),
    first == null ? null : evidence.wasFirst(first),
  ];
  return <span class="dim">({parts.filter((part) => part !== null).join('; ')})</span>;
}
