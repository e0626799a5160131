/** What the rules of a report found of a team, each with its leaves. */
import type { ContestTeamAnswer } from '../../client/index.ts';
import { to } from '../app/router.ts';
import { NONE, whole } from '../format/number.ts';
import { words } from '../words/words.ts';
import './findings.css';

const LEAVES_SHOWN = 6;

export function Findings({ findings }: { readonly findings: ContestTeamAnswer['findings'] }) {
  const { board: text } = words.value;
  if (findings.length === 0) return <p class="dim">{text.noFindings}</p>;
  return (
    <div class="findings" tabIndex={0} role="group" aria-label={text.found}>
      <table>
        <caption class="hidden-text">{text.found}</caption>
        <thead>
          <tr>
            <th scope="col">{text.rule}</th>
            <th scope="col">{text.severity}</th>
            <th scope="col" class="right">
              {text.found}
            </th>
            <th scope="col" class="right">
              {text.limit}
            </th>
            <th scope="col">{text.leaves}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map(({ rule, severity, count, limit, evidence }) => (
            <tr key={rule} data-finding={rule}>
              <th scope="row">
                {rule} {text.ruleNames[rule] ?? ''}
              </th>
              <td>{severity}</td>
              <td class="right">{whole(count)}</td>
              <td class="right">{limit ?? NONE}</td>
              <td>
                {evidence.slice(0, LEAVES_SHOWN).map((leaf) => (
                  <a key={leaf} href={to(`/log/${leaf}`)}>
                    {whole(leaf)}{' '}
                  </a>
                ))}
                {evidence.length > LEAVES_SHOWN ? '…' : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
