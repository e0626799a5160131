/**
 * The one region a screen reader hears without looking: what became of the visitor's orders, the connection, and
 * deadlines of logs at sixty and fifteen seconds.
 */
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { announce, announced } from '../live/announce.ts';
import { coverage } from '../live/account.ts';
import { nowSecond } from '../base/clock.ts';
import { lostAtMs } from '../live/connection.ts';
import { dueSoon } from '../live/deadlines.ts';
import { outcome } from '../live/outcomes.ts';
import { outcomeText } from '../live/outcome-text.ts';
import { words } from '../words/words.ts';

export function Announcer() {
  useEffect(() => {
    const stops = [effect(sayConnection()), effect(sayDeadlines()), effect(sayOutcome)];
    return () => stops.forEach((stop) => stop());
  }, []);
  const { text, count } = announced.value;
  return (
    <div class="hidden-text" role="status" aria-live="polite">
      <span key={count}>{text}</span>
    </div>
  );
}

function sayConnection(): () => void {
  let wasLost = false;
  return () => {
    const isLost = lostAtMs.value !== null;
    if (isLost !== wasLost) announce(isLost ? words.peek().trade.connectionLost : words.peek().trade.connectionBack);
    wasLost = isLost;
  };
}

function sayDeadlines(): () => void {
  let beforeMs = nowSecond.peek();
  return () => {
    const now = nowSecond.value;
    for (const { orderId, grade, seconds } of dueSoon(coverage.peek()?.open ?? [], beforeMs, now))
      announce(words.peek().trade.due(orderId, grade, seconds));
    beforeMs = now;
  };
}

function sayOutcome(): void {
  if (outcome.value !== null) announce(outcomeText(words.peek(), outcome.value));
}
