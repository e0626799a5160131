/**
 * Margin mode, position mode and leverage in force for a contract, and the window that changes them.
 */
import { useState } from 'preact/hooks';
import type { ContractsRow } from '../../../client/index.ts';
import { isSigningIn, session } from '../../base/session.ts';
import { type Terms, terms } from '../../live/terms.ts';
import { useAsk } from '../../parts/ask.ts';
import { Fault } from '../../parts/panel.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words/words.ts';
import { ForAccount } from './for-account.tsx';

const isCross = ({ marginMode }: Terms): boolean => marginMode === 'SHARED';
const times = (leverage: string): string => `${leverage.replace(/\.0+$/, '')}x`;

export function ModeLine({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const [isOpen, open] = useState(false);
  const known = terms.value;
  if (session.value === null && !isSigningIn.value) return null;
  if (session.value === null || known === null) return <span class="mode-line" />;
  const leverage = isCross(known)
    ? times(known.cross)
    : `${trade.long} ${times(known.long)} · ${trade.short} ${times(known.short)}`;
  return (
    <>
      <button
        type="button"
        class="mode-line"
        data-modes=""
        onClick={() => open(true)}
        disabled={!session.value.canTrade}
      >
        <strong>{leverage}</strong> · {trade.marginModes[known.marginMode]} ·{' '}
        {trade.separatedModes[known.separatedMode]}
      </button>
      {isOpen ? (
        <Dialog title={trade.leverageTitle} onClose={() => open(false)}>
          {() => (
            <>
              <ForAccount />
              <LeverageForm contract={contract} known={known} />
              <ModeForm contract={contract} known={known} />
            </>
          )}
        </Dialog>
      ) : null}
    </>
  );
}

interface FormProps {
  readonly contract: ContractsRow;
  readonly known: Terms;
}

/** Of the margin mode that is in force. */
function LeverageForm({ contract, known }: FormProps) {
  const { trade } = words.value;
  const cross = isCross(known);
  const plain = (text: string): string => text.replace(/\.0+$/, '');
  const [long, setLong] = useState(plain(cross ? known.cross : known.long));
  const [short, setShort] = useState(plain(known.short));
  const { isBusy, fault, ask } = useAsk();
  const { symbol, minLeverage, maxLeverage } = contract;
  const set = (): void =>
    ask(() =>
      session.value?.client.leverage({
        symbol,
        marginMode: cross ? '1' : '3',
        longLeverage: long,
        ...(cross ? {} : { shortLeverage: short }),
      }),
    );
  const isWithin = (text: string): boolean =>
    /^\d{1,4}$/.test(text) && Number(text) >= minLeverage && Number(text) <= maxLeverage;
  const field = (name: string, value: string, write: (text: string) => void) => (
    <label>
      {name}
      <input
        data-leverage={name}
        inputMode="numeric"
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => write(currentTarget.value.trim())}
      />
      <input
        type="range"
        aria-label={`${name}, ${trade.leverageRange(minLeverage, maxLeverage)}`}
        min={minLeverage}
        max={maxLeverage}
        step={1}
        value={value}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
    </label>
  );
  return (
    <form class="form" onSubmit={(event) => (event.preventDefault(), set())}>
      <p class="dim">{trade.leverageRange(minLeverage, maxLeverage)}</p>
      <div class="order-pair">
        {field(cross ? trade.leverage : trade.long, long, setLong)}
        {cross ? null : field(trade.short, short, setShort)}
      </div>
      {fault === null ? null : <Fault error={fault} use={setLong} />}
      <button type="submit" disabled={isBusy || ![long, cross ? long : short].every(isWithin)}>
        {trade.setLeverage}
      </button>
    </form>
  );
}

function ModeForm({ contract: { symbol }, known }: FormProps) {
  const { trade } = words.value;
  const [margin, setMargin] = useState(known.marginMode);
  const [separated, setSeparated] = useState(known.separatedMode);
  const { isBusy, fault, ask } = useAsk();
  const set = (): void =>
    ask(() =>
      session.value?.client.changeHoldModel({
        symbol,
        marginMode: margin === 'SHARED' ? '1' : '3',
        separatedMode: separated === 'COMBINED' ? '1' : '2',
      }),
    );
  const choice = (label: string, value: string, all: Readonly<Record<string, string>>, to: (one: string) => void) => (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => to(currentTarget.value)}>
        {Object.entries(all).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="form mode-form" onSubmit={(event) => (event.preventDefault(), set())}>
      <p class="dim">{trade.modesWhen}</p>
      <div class="order-pair">
        {choice(trade.marginMode, margin, trade.marginModes, setMargin)}
        {choice(trade.separatedMode, separated, trade.separatedModes, setSeparated)}
      </div>
      {fault === null ? null : <Fault error={fault} />}
      <button type="submit" disabled={isBusy}>
        {trade.setModes}
      </button>
    </form>
  );
}
