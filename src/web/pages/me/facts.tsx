/**
 * Facts about the account: its key's rights, its place on the allowlist and since which leaf, and its contest. Each has
 * its line on a phone before it is known, so that nothing below moves when it is.
 */
import type { AiAllowlistAnswer } from '../../../client/index.ts';
import { to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { NONE, whole } from '../../format/number.ts';
import { coverage } from '../../live/account.ts';
import { Moment } from '../../parts/figures.tsx';
import { useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

interface AllowlistProps {
  /** Null: not read yet. */
  readonly allowlist: AiAllowlistAnswer | null;
}

export function Facts({ allowlist }: AllowlistProps) {
  const { me, teamState } = words.value;
  const who = session.value;
  const contest = useReading(who === null ? null : () => who.client.contestMe(), [who, coverage.value?.counted], 5_000);
  const last = allowlist?.changes.at(-1);
  const place = contest.value;
  return (
    <div class="me-line me-facts">
      <span>{who?.canTrade ? me.tradeKey : me.readKey}</span>
      <span data-allowed={allowlist === null ? undefined : String(allowlist.allowed)}>
        {me.allowlist}: {allowlist === null ? NONE : allowlist.allowed ? me.allowed : me.notAllowed}{' '}
        {last === undefined ? null : <Leaf index={last.index} />}
      </span>
      <span>
        {me.contest}{' '}
        {place?.contest == null ? (
          NONE
        ) : (
          <>
            <a href={to(`/board/${place.contest}`)}>{place.contest}</a>:{' '}
            {place.state === null ? '' : (teamState[place.state] ?? place.state)}
            {place.rank === null ? '' : `, ${me.rank(place.rank)}`}
          </>
        )}
      </span>
    </div>
  );
}

/** Nothing for an account whose place never changed. */
export function AllowlistChanges({ allowlist }: AllowlistProps) {
  const { me } = words.value;
  if (allowlist === null || allowlist.changes.length < 2) return null;
  return (
    <details>
      <summary>{me.allowlistChanges}</summary>
      <ul>
        {allowlist.changes.toReversed().map(({ index, t, allowed, reason }) => (
          <li key={index}>
            <Moment ms={t} /> {allowed ? me.allowed : me.notAllowed} · {reason} · <Leaf index={index} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Leaf({ index }: { readonly index: number }) {
  return (
    <a href={to(`/log/${index}`)}>
      {words.value.me.leaf} {whole(index)}
    </a>
  );
}
