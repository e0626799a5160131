/**
 * Open positions, each with what it has won at the mark price and where it would be liquidated, and what can be done
 * with it: closed, protected, given more margin.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PushedPosition } from '../../../client/index.ts';
import { session } from '../../base/session.ts';
import { NONE, number, percent } from '../../format/number.ts';
import { positions } from '../../live/account.ts';
import { liquidationPrices } from '../../live/liquidation.ts';
import { contracts, coinOf, quote } from '../../live/market.ts';
import { entryPrice, marginOf, partOfWhole, unrealised, worthAt } from '../../live/position-facts.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Amount, Signed } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import { CloseDialog } from './close-dialog.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { BY_PERSON } from './send-order.ts';
import { SureButton } from './sure-button.tsx';
import { TpSlDialog } from './tp-sl-dialog.tsx';
import { may } from './why.ts';

export function Positions() {
  const { trade } = words.value;
  if (positions.value.length === 0) return <NothingYet text={trade.noPositions} />;
  return (
    <>
      <DataTable
        caption={trade.tabs.positions}
        name="position"
        columns={columns()}
        items={positions.value}
        idOf={({ id }) => id}
      />
      {session.value?.canTrade ? (
        <div class="tabs-all">
          <SureButton
            text={trade.closeAll}
            ask={closesAsManual() ? trade.closesAsManual : undefined}
            act={() => session.value?.client.closePositions({}, BY_PERSON)}
          />
        </div>
      ) : null}
    </>
  );
}

/** Whether closing counts as manual: in a contest that takes no orders from a page. */
function closesAsManual(): boolean {
  const [first] = contracts.value;
  return first !== undefined && may(first).closesAsManual;
}

function columns(): readonly Column<PushedPosition>[] {
  const { trade } = words.value;
  const decimalsOf = (symbol: string): number => quote(symbol)?.decimals ?? 2;
  const markOf = (symbol: string): string | null => quote(symbol)?.ticker.value?.markPrice ?? null;
  return [
    {
      head: trade.contract,
      cell: ({ contractId, side, leverage, marginMode }) => (
        <>
          {coinOf(contractId)}{' '}
          <span class={side === 'LONG' ? 'up' : 'down'}>{side === 'LONG' ? trade.long : trade.short}</span>{' '}
          <span class="tabs-second dim">{`${leverage}x ${trade.marginModes[marginMode] ?? marginMode}`}</span>
        </>
      ),
    },
    { head: trade.size, cell: ({ size }) => size },
    {
      head: trade.notional,
      cell: (position) => <Amount value={worthAt(position, markOf(position.contractId))} />,
      look: () => 'live-value',
    },
    {
      head: trade.entry,
      cell: (position) => number(entryPrice(position), { decimals: decimalsOf(position.contractId) }),
    },
    {
      head: trade.types.MARK,
      cell: ({ contractId }) => markText(markOf(contractId), decimalsOf(contractId)),
      look: () => 'live-value',
    },
    {
      head: trade.pnl,
      cell: (position) => {
        const won = unrealised(position, markOf(position.contractId));
        return (
          <>
            <Amount value={won} isSigned why={trade.noMark} />{' '}
            {won === null ? null : (
              <span class="tabs-second">
                <Signed text={percent(partOfWhole(won, marginOf(position)))} />
              </span>
            )}
          </>
        );
      },
      look: () => 'live-value',
    },
    { head: trade.margin, cell: (position) => <Amount value={marginOf(position)} /> },
    { head: trade.liquidation, cell: ({ id, contractId }) => liquidationText(id, decimalsOf(contractId)) },
    { head: '', cell: (position) => (session.value?.canTrade ? <Actions position={position} /> : null) },
  ];
}

function markText(mark: string | null, decimals: number): ComponentChildren {
  return mark === null ? <span class="dim">{`${NONE} ${words.value.trade.noMark}`}</span> : number(mark, { decimals });
}

function liquidationText(id: string, decimals: number): string {
  const at = liquidationPrices.value.get(id);
  if (at === undefined) return NONE;
  if (at === null) return `${NONE} ${words.value.trade.noMark}`;
  return Number(at) === 0 ? words.value.trade.never : number(at, { decimals });
}

function Actions({ position }: { readonly position: PushedPosition }) {
  const { trade } = words.value;
  const [open, setOpen] = useState<'close' | 'tpSl' | 'margin' | null>(null);
  const contract = contracts.value.find(({ symbol }) => symbol === position.contractId);
  if (contract === undefined) return null;
  const closed = (): void => setOpen(null);
  const given = { position, contract, closed };
  return (
    <span class="tabs-actions">
      <button type="button" onClick={() => setOpen('close')}>
        {trade.closePosition}
      </button>
      <button type="button" onClick={() => setOpen('tpSl')}>
        {trade.tpSl}
      </button>
      <button type="button" onClick={() => setOpen('margin')}>
        {trade.margin}
      </button>
      {open === 'close' ? <CloseDialog {...given} /> : null}
      {open === 'tpSl' ? <TpSlDialog {...given} /> : null}
      {open === 'margin' ? <MarginDialog {...given} /> : null}
    </span>
  );
}
