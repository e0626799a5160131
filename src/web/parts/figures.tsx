/**
 * Numbers with their signs, times and sides, as they appear in a line of text. Colour never says anything alone.
 */
import { exactMoney, money, NONE, percent, signShown } from '../format/number.ts';
import { momentText, timeText } from '../format/time.ts';
import { isoOf } from '../base/clock.ts';

const ARROWS = { '1': '▲', '0': '', '-1': '▼' } as const;
const CLASSES = { '1': 'up', '0': 'dim', '-1': 'down' } as const;

/** A change with its arrow, its sign and its colour. */
export function Change({ fraction }: { readonly fraction: string | null | undefined }) {
  const text = percent(fraction);
  const side = signShown(text);
  return (
    <span class={CLASSES[side]}>
      {ARROWS[side]} {text}
    </span>
  );
}

/** A number with its sign that is already text, in the colour of that sign. */
export function Signed({ text }: { readonly text: string }) {
  return <span class={CLASSES[signShown(text)]}>{text}</span>;
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
  const text = money(value, isSigned);
  return (
    <data value={exact} title={exact} class={isSigned ? CLASSES[signShown(text)] : undefined}>
      {text}
    </data>
  );
}

/** A moment with its day. */
export function Moment({ ms }: { readonly ms: number }) {
  const text = momentText(ms);
  return (
    <time dateTime={isoOf(ms)} title={text}>
      <span class="moment-year">{text.slice(0, 5)}</span>
      {text.slice(5, -4)}
    </time>
  );
}

/** A moment: the time, with the date and the milliseconds in its title. */
export function Time({ ms }: { readonly ms: number | null | undefined }) {
  if (ms === null || ms === undefined || ms === 0) return <span>{NONE}</span>;
  return (
    <time dateTime={isoOf(ms)} title={momentText(ms)}>
      {timeText(ms)}
    </time>
  );
}
