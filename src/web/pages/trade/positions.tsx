/**
 * Open positions, each with what it has won at the mark price and where it would be liquidated.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { PushedPosition } from '../../../client/index.ts';
import { session } from '../../app/session.ts';
import { money, NONE, number } from '../../format/number.ts';
import { accountVersion, positions } from '../../live/account.ts';
import { contracts, coinOf, quote } from '../../live/market.ts';
import { EMPTY_DRAFT } from '../../live/order-draft.ts';
import { entryPrice, unrealised } from '../../live/position-facts.ts';
import { Signed } from '../../parts/figures.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import { SureButton } from './sure-button.tsx';
import { BY_PERSON, send } from './send-order.ts';

const LIQUIDATION_EVERY_MS = 5_000;
/** By id of the position; only REST knows them. */
const liquidation = signal<ReadonlyMap<string, string | null>>(new Map());

export function Positions() {
  const { trade } = words.value;
  const version = accountVersion.value;
  useEffect(() => {
    const timer = setTimeout(() => void readLiquidation(), liquidation.value.size === 0 ? 0 : LIQUIDATION_EVERY_MS);
    return () => clearTimeout(timer);
  }, [version, positions.value.length]);
  if (positions.value.length === 0) return <Empty text={trade.noPositions} />;
  const heads = [trade.contract, trade.side, trade.size, trade.entry, trade.mark, trade.pnl, trade.liquidation];
  return (
    <>
      <table>
        <caption class="hidden-text">{trade.tabs.positions}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {positions.value.map((position) => (
            <Row key={position.id} position={position} />
          ))}
        </tbody>
      </table>
      {session.value?.canTrade ? (
        <div class="tabs-all">
          <SureButton text={trade.closeAll} act={() => session.value?.client.closePositions({}, BY_PERSON)} />
        </div>
      ) : null}
    </>
  );
}

function Row({ position }: { readonly position: PushedPosition }) {
  const { trade } = words.value;
  const { contractId: symbol, side, size, id, leverage } = position;
  const known = quote(symbol);
  const decimals = known?.decimals ?? 2;
  const mark = known?.ticker.value?.markPrice ?? null;
  const pnl = unrealised(position, mark);
  const at = liquidation.value.get(id) ?? null;
  const contract = contracts.value.find((one) => one.symbol === symbol);
  const isLong = side === 'LONG';
  const close = (): Promise<void> | undefined =>
    contract && send(contract, isLong ? '3' : '4', { ...EMPTY_DRAFT, kind: 'market', size });
  return (
    <tr data-position={id}>
      <td>
        {coinOf(symbol)} <span class="dim">{leverage}x</span>
      </td>
      <td class={isLong ? 'up' : 'down'}>{isLong ? trade.long : trade.short}</td>
      <td>{size}</td>
      <td>{number(entryPrice(position), { decimals })}</td>
      <td class="live-value">{number(mark, { decimals })}</td>
      <td class="live-value">
        <Signed value={pnl} text={money(pnl, true)} />
      </td>
      <td>{at === null ? NONE : Number(at) === 0 ? trade.never : number(at, { decimals })}</td>
      <td>{session.value?.canTrade ? <SureButton text={trade.closeMarket} act={close} /> : null}</td>
    </tr>
  );
}

async function readLiquidation(): Promise<void> {
  const who = session.value;
  if (who === null || positions.value.length === 0) return;
  const rows = await who.client.allPosition().catch(() => []);
  liquidation.value = new Map(rows.map(({ id, liquidatePrice }) => [String(id), liquidatePrice]));
}
