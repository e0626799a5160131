/**
 * Administration of contracts (CONT-004, CONT-005): list, change now or at a stated time, halt and resume, delist. A
 * contract travels as the spec its journal keeps; the core says what is wrong with one.
 */
import type { ContractChange, ContractSpec } from '../../core/language/contract.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { AdminDeps } from './deps.ts';
import { byContractId } from '../shapes/contract.ts';
import {
  AdminRefusal,
  type AdminRoute,
  decimalIn,
  get,
  nullableLaterIn,
  objectIn,
  open,
  post,
  textIn,
} from './body.ts';
import { command } from './command.ts';

export function contractRoutes(deps: AdminDeps): AdminRoute[] {
  const { engine } = deps;
  return [
    get('/admin/contracts', async () => ({ list: byContractId(engine.state.instruments).map(contractEntry) })),
    post('/admin/contracts', async (fields) => {
      const spec = objectIn(fields, 'contract') as unknown as ContractSpec;
      const { sequence } = await command(deps, { name: 'setParameters', contracts: [spec], exchange: {} });
      return { symbol: spec.symbol, sequence };
    }),
    post('/admin/contracts/change', async (fields) => {
      const symbol = textIn(fields, 'symbol');
      const change = objectIn(fields, 'change') as ContractChange;
      const effectiveMs = nullableLaterIn(fields, 'effectiveMs', deps.clock.nowMs());
      const { sequence, timeMs } = await command(deps, { name: 'changeContract', symbol, change, effectiveMs });
      return { symbol, effectiveMs, sequence, timeMs };
    }),
    open(
      ['owner'],
      post('/admin/contracts/state', async (fields, { name }) => {
        const state = textIn(fields, 'state');
        if (state !== 'TRADING' && state !== 'HALTED')
          throw new AdminRefusal(`state is '${state}', needs TRADING or HALTED`);
        const symbol = textIn(fields, 'symbol');
        const { sequence } = await command(deps, { name: 'setContractState', symbol, state });
        deps.log.info({ symbol, state, sequence, person: name }, 'a contract was halted or resumed');
        return { symbol, state, sequence };
      }),
    ),
    post('/admin/contracts/delist', async (fields) => {
      const symbol = textIn(fields, 'symbol');
      const { sequence } = await command(deps, { name: 'delistContract', symbol });
      return { symbol, state: 'DELISTED', sequence };
    }),
    post('/admin/funding/settle', async (fields) => {
      const symbol = textIn(fields, 'symbol');
      const rate = decimalIn(fields, 'rate');
      const { sequence } = await command(deps, { name: 'settleFunding', symbol, rate });
      return { symbol, rate, sequence };
    }),
    post('/admin/index-price', async (fields) => {
      const symbol = textIn(fields, 'symbol');
      const price = decimalIn(fields, 'price');
      const { sequence } = await command(deps, {
        name: 'setIndexPrice',
        symbol,
        price,
        sourceTimeMs: deps.clock.nowMs(),
      });
      return { symbol, price, sequence };
    }),
  ];
}

function contractEntry({ contract, tradingState, pending }: Instrument) {
  return { symbol: contract.symbol, state: tradingState, waiting: pending, contract: contract.spec };
}
