/**
 * The newest trades. The taker's side is shown by a sign as well as by colour.
 */
import type { ContractsRow } from '../../../client/index.ts';
import { number } from '../../format/number.ts';
import { tape } from '../../live/terminal.ts';
import { Time } from '../../parts/figures.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import './tape.css';

export function Tape({ contract }: { readonly contract: ContractsRow }) {
  const { trade } = words.value;
  const decimals = Number(contract.tick_size);
  return (
    <Panel title={trade.trades} class="tape">
      <div class="tape-scroll" tabIndex={0} role="group" aria-label={trade.trades}>
        <table class="live-value">
          <caption class="hidden-text">{trade.trades}</caption>
          <thead>
            <tr>
              <th scope="col">{trade.time}</th>
              <th scope="col" class="right">
                {trade.price}
              </th>
              <th scope="col" class="right">
                {trade.size}
              </th>
            </tr>
          </thead>
          <tbody>
            {tape.value.map(({ time, price, size, buyerMaker, ticketId }, place) => (
              <tr key={place} data-ticket={ticketId}>
                <td class="dim">
                  <Time ms={Number(time)} />
                </td>
                <td class={`right ${buyerMaker ? 'down' : 'up'}`}>
                  {number(price, { decimals })} {buyerMaker ? '▼' : '▲'}
                </td>
                <td class="right">{size}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
