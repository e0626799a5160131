/** The contracts an agent trades, in the units it computes in. */
import type { Client } from '../client/client.ts';

export interface Contract {
  readonly symbol: string;
  /** Distance of two prices, and decimals of a price. */
  readonly tick: number;
  readonly priceDecimals: number;
  /** Distance of two sizes, decimals of a size, and the least, in base coin. */
  readonly step: number;
  readonly sizeDecimals: number;
  readonly least: number;
}

/** Those that trade, in the exchange's order. */
export async function tradingContracts(client: Pick<Client, 'contracts'>): Promise<readonly Contract[]> {
  return (await client.contracts())
    .filter(({ state }) => state === 'TRADING')
    .map((row) => ({
      symbol: row.symbol,
      tick: row.priceEndStep / 10 ** Number(row.tick_size),
      priceDecimals: Number(row.tick_size),
      step: Number(row.stepSize),
      sizeDecimals: Number(row.size_increment),
      least: Number(row.minOrderSize),
    }));
}
