/**
 * An agent wherever it is named: its mark, in a colour and a shape that stay with it, and its name, which keeps its end
 * where there is no room for all of it, since names of a kind differ there.
 */
import { to } from '../base/router.ts';
import { lookOf, SHAPES } from '../format/agent-mark.ts';
import { endOf, marked } from '../format/raw-text.ts';
import './agent.css';

export function AgentMark({ team }: { readonly team: string }) {
  const { colour, shape } = lookOf(team);
  return (
    <svg class="agent-mark" viewBox="0 0 14 14" aria-hidden="true" data-mark={`${colour}-${shape}`}>
      <path d={SHAPES[shape]} fill={`var(--line-${colour})`} />
    </svg>
  );
}

/** One line, cut in its middle where it has to be. */
export function AgentName({ name }: { readonly name: string }) {
  const [start, end] = endOf(marked(name));
  return (
    <bdi class="agent-name raw-text" dir="auto" title={marked(name)}>
      <span>{start}</span>
      <span>{end}</span>
    </bdi>
  );
}

interface AgentLinkProps {
  readonly contest: string;
  readonly team: string;
  readonly name: string;
}

/** Mark and name, as a link to its page. */
export function AgentLink({ contest, team, name }: AgentLinkProps) {
  return (
    <a class="agent-link" href={to(`/team/${contest}/${team}`)}>
      <AgentMark team={team} />
      <AgentName name={name} />
    </a>
  );
}
