/** Names of rows in an account's channels of v3: the rows of v2 with other names for three fields. */
import { string } from '../../shapes/schema.ts';
import { MARGIN_MODE_WORDS } from '../../words/wire.ts';
import { MARGIN_TYPES, symbolText } from '../words/names.ts';

/** The fields that every row begins with. */
export const headFields = {
  id: string(),
  coin: string(),
  symbol: string(),
  marginMode: string('CROSSED or ISOLATED'),
} as const;

interface Named {
  readonly id: string;
  readonly coinId: string;
  readonly contractId: string;
  readonly marginMode: string;
}

export function marginModeText(word: string): string {
  return word === MARGIN_MODE_WORDS.cross ? MARGIN_TYPES.cross : word;
}

/** A row of v2 under the names of v3. */
export function inNamesOfV3<Row extends Named>({ id, coinId, contractId, marginMode, ...others }: Row) {
  return { id, coin: coinId, symbol: symbolText(contractId), marginMode: marginModeText(marginMode), ...others };
}
