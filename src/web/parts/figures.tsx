/**
 * Numbers with their signs, times and sides, as they stand in a line of text. Colour never says anything alone.
 */
import { exactMoney, money, NONE, percent, signOf } from '../format/number.ts';
import { momentText, timeText } from '../format/time.ts';
import { isoOf } from '../live/clock.ts';

const ARROWS = { '1': '▲', '0': '', '-1': '▼' } as const;
const CLASSES = { '1': 'up', '0': 'dim', '-1': 'down' } as const;

/** A change with its arrow, its sign and its colour. */
export function Change({ fraction }: { readonly fraction: string | null | undefined }) {
  const side = signOf(fraction);
  return (
    <span class={CLASSES[side]}>
      {ARROWS[side]} {percent(fraction)}
    </span>
  );
}

/** An amount that is already text, in the colour of its sign. */
export function Signed({ value, text }: { readonly value: string | null | undefined; readonly text: string }) {
  return <span class={CLASSES[signOf(value)]}>{text}</span>;
}

interface AmountProps {
  readonly value: string | null | undefined;
  readonly isSigned?: boolean;
  /** In words, why there is none. */
  readonly why?: string;
}

/** USDT: two decimals for the eye, all eight in the title and when it is copied. */
export function Amount({ value, isSigned = false, why }: AmountProps) {
  if (value === null || value === undefined)
    return <span class="dim">{why === undefined ? NONE : `${NONE} ${why}`}</span>;
  const exact = exactMoney(value);
  return (
    <data value={exact} title={exact} class={isSigned ? CLASSES[signOf(value)] : undefined}>
      {money(value, isSigned)}
    </data>
  );
}

/** A moment with its day. */
export function Moment({ ms }: { readonly ms: number }) {
  const text = momentText(ms);
  return (
    <time dateTime={isoOf(ms)} title={text}>
      {text.slice(0, -4)}
    </time>
  );
}

/** A moment: the time, with the date and the milliseconds behind it. */
export function Time({ ms }: { readonly ms: number | null | undefined }) {
  if (ms === null || ms === undefined || ms === 0) return <span>{NONE}</span>;
  return (
    <time dateTime={isoOf(ms)} title={momentText(ms)}>
      {timeText(ms)}
    </time>
  );
}
