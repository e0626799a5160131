/**
 * A position as the private socket sends it: singlePosition under the socket's names, without the figures that only a
 * mark moves. One that has ended is sent once more, with size 0.
 */
import { isolatedMarginOf } from '../../core/positions/figures.ts';
import type { Position } from '../../core/state/records.ts';
import { boolean, object, string } from './schema.ts';
import { COIN, MARGIN_MODE_WORDS, moneyText, POSITION_MODE_WORDS, SIDE_WORDS, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

/** The fields of a row. */
export const positionFields = {
  id: string(),
  coinId: string(),
  contractId: string('The symbol'),
  side: string('LONG or SHORT'),
  marginMode: string('SHARED or ISOLATED'),
  separatedMode: string('COMBINED or SEPARATED'),
  separatedOpenOrderId: string('0 when combined'),
  leverage: string(),
  size: string('0: it has ended'),
  openValue: string(),
  openFee: string(),
  fundingFee: string(),
  isolatedMargin: string(),
  autoAppendIsolatedMargin: boolean(),
  cumOpenSize: string(),
  cumOpenValue: string(),
  cumOpenFee: string(),
  cumCloseSize: string(),
  cumCloseValue: string(),
  cumCloseFee: string(),
  cumFundingFee: string(),
  cumLiquidateFee: string(),
  createdMatchSequenceId: string(),
  updatedMatchSequenceId: string(),
  createdTime: string('Epoch ms'),
  updatedTime: string('Epoch ms'),
};

export const pushedPositionShape = shape(object(positionFields), {
  id: '700000000000012',
  coinId: 'USDT',
  contractId: 'cmt_btcusdt',
  side: 'LONG',
  marginMode: 'SHARED',
  separatedMode: 'COMBINED',
  separatedOpenOrderId: '0',
  leverage: '20',
  size: '0.0200',
  openValue: '1790.00000000',
  openFee: '0.71800000',
  fundingFee: '0.18040000',
  isolatedMargin: '0',
  autoAppendIsolatedMargin: false,
  cumOpenSize: '0.0200',
  cumOpenValue: '1790.00000000',
  cumOpenFee: '0.71800000',
  cumCloseSize: '0',
  cumCloseValue: '0',
  cumCloseFee: '0',
  cumFundingFee: '0.18040000',
  cumLiquidateFee: '0',
  createdMatchSequenceId: '5',
  updatedMatchSequenceId: '7',
  createdTime: '1767251700000',
  updatedTime: '1767254400000',
});

export type PushedPosition = ViewOf<typeof pushedPositionShape>;

export function pushedPosition(position: Position): PushedPosition {
  const { contract } = position.instrument;
  return {
    id: String(position.id),
    coinId: COIN,
    contractId: contract.symbol,
    side: SIDE_WORDS[position.side],
    marginMode: MARGIN_MODE_WORDS[position.marginMode],
    separatedMode: POSITION_MODE_WORDS[position.positionMode],
    separatedOpenOrderId: String(position.openOrderId),
    leverage: String(position.leverage),
    size: sizeText(contract, position.size),
    openValue: moneyText(position.openValue),
    openFee: moneyText(position.openFee),
    fundingFee: moneyText(position.fundingFee),
    isolatedMargin: moneyText(isolatedMarginOf(position)),
    autoAppendIsolatedMargin: position.autoAppend,
    cumOpenSize: sizeText(contract, position.cumOpenSize),
    cumOpenValue: moneyText(position.cumOpenValue),
    cumOpenFee: moneyText(position.cumOpenFee),
    cumCloseSize: sizeText(contract, position.cumCloseSize),
    cumCloseValue: moneyText(position.cumCloseValue),
    cumCloseFee: moneyText(position.cumCloseFee),
    cumFundingFee: moneyText(position.cumFundingFee),
    cumLiquidateFee: moneyText(position.cumLiquidateFee),
    createdMatchSequenceId: String(position.createdSequence),
    updatedMatchSequenceId: String(position.updatedSequence),
    createdTime: String(position.createdMs),
    updatedTime: String(position.updatedMs),
  };
}
