/** The figures of a run: its score first. */
import { money, NONE, number, percent, whole } from '../../format/number.ts';
import { took } from '../../format/time.ts';
import type { Checkup } from '../../live/checkup.ts';
import { Signed } from '../../parts/figures.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

/** Without an exponent. */
export const plain = (value: number): string => value.toFixed(8);
export const usdt = (value: number, isSigned = false): string => money(plain(value), isSigned);
const part = (value: number | null): string =>
  value === null ? NONE : `${number(plain(value * 100), { decimals: 1 })}%`;
const ratio = (value: number | null): string => (value === null ? NONE : number(plain(value), { decimals: 2 }));
const ms = (value: number | null): string => (value === null ? NONE : took(value));

export function Figures({ of: { score, figures } }: { readonly of: Checkup }) {
  const { rehearsal: text } = words.value;
  const { latencyMs, wallSecondsPerDecision: thought } = figures;
  const rows = [
    [text.score, <strong>{text.ofHundred(whole(score))}</strong>],
    [text.return, <Signed text={figures.return === null ? NONE : percent(plain(figures.return))} />],
    [text.equity, `${usdt(figures.startEquity)} → ${usdt(figures.endEquity)} USDT`],
    [text.drawdown, part(figures.maxDrawdown)],
    [text.sharpe, `${ratio(figures.sharpeHour)}, ${ratio(figures.sharpeDay)}`],
    [text.turnover, `${usdt(figures.turnover)} USDT`],
    [text.fees, `${usdt(figures.fees)} USDT`],
    [text.funding, `${usdt(figures.funding, true)} USDT`],
    [text.fills, `${whole(figures.orders)}, ${whole(figures.fills)}`],
    [text.maker, part(figures.makerShare)],
    [text.slippage, `${number(plain(figures.slippageBp), { decimals: 2 })} bp`],
    [text.requests, `${whole(figures.requests)}, ${whole(figures.refusals)}`],
    [text.latency, `${ms(latencyMs.p50)}, ${ms(latencyMs.p99)}`],
    ...(figures.faults.length === 0
      ? []
      : [[text.faults, figures.faults.map(({ fault, count }) => `${fault} ${whole(count)}`).join(', ')]]),
    ...(figures.barriers === null
      ? []
      : [
          [text.barriers, whole(figures.barriers)],
          [text.thinking, ms(thought === null ? null : thought * 1_000)],
        ]),
  ] as const;
  return (
    <Panel title={text.figures}>
      <dl class="rehearsal-figures" data-score={score}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
