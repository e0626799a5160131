/**
 * One line about the account: what its key may do, whether it is on the allowlist and since which leaf, and where it
 * stands in its contest.
 */
import { to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { whole } from '../../format/number.ts';
import { coverage } from '../../live/account.ts';
import { Moment } from '../../parts/figures.tsx';
import { useReading } from '../../parts/reading.tsx';
import { words } from '../../words/words.ts';

export function Facts() {
  const { me, teamState } = words.value;
  const who = session.value;
  const allowlist = useReading(who === null ? null : () => who.client.aiAllowlist(), [who]);
  const contest = useReading(who === null ? null : () => who.client.contestMe(), [who, coverage.value?.counted], 5_000);
  const listed = allowlist.value;
  const last = listed?.changes.at(-1);
  const place = contest.value;
  return (
    <div class="me-line">
      <span>{who?.canTrade ? me.tradeKey : me.readKey}</span>
      {listed === null ? null : (
        <span data-allowed={String(listed.allowed)}>
          {me.allowlist}: {listed.allowed ? me.allowed : me.notAllowed}{' '}
          {last === undefined ? null : (
            <a href={to(`/log/${last.index}`)}>
              {me.leaf} {whole(last.index)}
            </a>
          )}
        </span>
      )}
      {place?.contest == null ? null : (
        <span>
          {me.contest} <a href={to(`/board/${place.contest}`)}>{place.contest}</a>:{' '}
          {place.state === null ? '' : (teamState[place.state] ?? place.state)}
          {place.rank === null ? '' : `, ${me.rank(place.rank)}`}
        </span>
      )}
      {listed === null || listed.changes.length < 2 ? null : (
        <details class="me-changes">
          <summary>{me.allowlistChanges}</summary>
          <ul>
            {listed.changes.toReversed().map(({ index, t, allowed, reason }) => (
              <li key={index}>
                <Moment ms={t} /> {allowed ? me.allowed : me.notAllowed} · {reason} ·{' '}
                <a href={to(`/log/${index}`)}>
                  {me.leaf} {whole(index)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
