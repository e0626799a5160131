/**
 * The independent auditor: a second, simple book-keeper in decimals, fed with what an outside observer sees, that says
 * where the exchange disagrees with itself or with the rules. It imports nothing of `src` (a test holds that) and never
 * looks into the engine.
 */
import { Big, sum, ZERO } from './decimal.ts';
import { checkMark, compareAssets, comparePositions, compareSettings, compareWorking } from './answers.ts';
import { type Contract, contractOf, type PublishedContract } from './contracts.ts';
import { checkCommission, follow, noteTick } from './copy.ts';
import { emptyModel, leverageOf, type Model, object, positionsIn, same } from './model.ts';
import { equityAt, isKnown, isViolated, marksOf } from './risk.ts';
import { takeRows } from './rows.ts';
import type { AssetSeen, PositionSeen, RowsSeen, WorkingSeen } from './seen.ts';

export interface Auditor {
  /** Where things disagree, oldest first; empty while all is well. */
  readonly objections: readonly string[];
  readonly model: Model;
  /** What the ticker shows; `0` means that there is no valid mark. */
  seeTicker(symbol: string, markPrice: string, indexPrice: string): void;
  seeRows(rows: RowsSeen): void;
  /** A leverage request that was accepted. */
  seeLeverage(uid: number, symbol: string, isolated: boolean, long: number, short: number): void;
  /** A tick that was taken, at the exchange's own time. */
  seeTick(timeMs: number): void;
  /** The operator's word on copy trading. */
  seeLead(uid: number, shareRatio: string, thirdParty: { readonly uid: number; readonly ratio: string } | null): void;
  seeFollow(id: number, follower: number, lead: number): void;
  seeUnfollow(id: number): void;
  seeSettlement(): void;
  /** Fees of an account of its own, or none any more. */
  seeFees(uid: number, fees: { readonly maker: string; readonly taker: string } | null): void;
  /** A contract as it is published from now on. */
  seeContract(contract: PublishedContract): void;
  seeDelisting(symbol: string): void;
  comparePositions(uid: number, answer: readonly PositionSeen[]): void;
  compareAssets(uid: number, answer: AssetSeen): void;
  compareWorking(uid: number, answer: readonly WorkingSeen[]): void;
  compareSettings(uid: number, answer: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  /** The whole of it: zero sums, open interest, nobody below zero, nobody in violation. */
  sweep(): void;
}

/** @param model what it knows already; nothing but the contracts when not given */
export function createAuditor(
  contracts: readonly PublishedContract[],
  model: Model = emptyModel(contracts.map(contractOf)),
): Auditor {
  return {
    objections: model.objections,
    model,
    seeTicker: (symbol, markPrice, indexPrice) => seeTicker(model, symbol, markPrice, indexPrice),
    seeRows: (rows) => takeRows(model, rows),
    seeLeverage(uid, symbol, isolated, long, short) {
      const leverage = leverageOf(model, uid, symbol);
      if (isolated) Object.assign(leverage, { long, short });
      else leverage.cross = long;
      // Combined positions of the mode take it at once (MODE-006, MODE-007).
      for (const position of model.byAccount.get(uid) ?? [])
        if (position.contract.symbol === symbol && position.isolated === isolated && !position.separated)
          position.leverage = position.side === 'long' || !isolated ? long : short;
    },
    seeTick: (timeMs) => noteTick(model, timeMs),
    seeLead(uid, shareRatio, third) {
      const thirdParty = third === null ? null : { uid: third.uid, ratio: new Big(third.ratio) };
      model.leads.set(uid, { shareRatio: new Big(shareRatio), thirdParty });
    },
    seeFollow: (id, follower, lead) => follow(model, id, follower, lead),
    seeUnfollow(id) {
      for (const relation of model.relations) if (relation.id === id) relation.ended = true;
    },
    seeSettlement: () => void (model.settling = true),
    seeFees(uid, fees) {
      if (fees === null) model.fees.delete(uid);
      else model.fees.set(uid, { maker: new Big(fees.maker), taker: new Big(fees.taker) });
    },
    seeContract: (contract) => seeContract(model, contractOf(contract)),
    seeDelisting: (symbol) => void model.delisted.add(symbol),
    comparePositions: (uid, answer) => comparePositions(model, uid, answer),
    compareAssets: (uid, answer) => compareAssets(model, uid, answer),
    compareWorking: (uid, answer) => compareWorking(model, uid, answer),
    compareSettings: (uid, answer) => compareSettings(model, uid, answer),
    sweep: () => sweep(model),
  };
}

/** Positions refer to their contract as it was: they have to follow. */
function seeContract(model: Model, contract: Contract): void {
  model.contracts.set(contract.symbol, contract);
  for (const position of model.positions.values())
    if (position.contract.symbol === contract.symbol) position.contract = contract;
}

function seeTicker(model: Model, symbol: string, markPrice: string, indexPrice: string): void {
  const shown = new Big(markPrice);
  const valid = shown.gt(0);
  const before = model.marks.get(symbol)?.price ?? null;
  model.marks.set(symbol, { price: valid ? shown : before, valid, index: new Big(indexPrice) });
  checkMark(model, symbol);
}

function sweep(model: Model): void {
  const parts = [...model.parts.values()];
  for (const key of model.liquidating.keys()) object(model, `the liquidation of ${key} never ended`);
  same(model, 'sum of all parts', sum(parts.map(({ amount }) => amount)), ZERO);
  same(model, 'sum of all equity', sum(parts.map((part) => equityAt(model, part, marksOf(model)))), ZERO);
  checkCommission(model);
  for (const { symbol } of model.contracts.values()) {
    const open = [...model.positions.values()].filter(({ contract }) => contract.symbol === symbol);
    same(model, `longs less shorts of ${symbol}`, sum(open.map(({ size, sign }) => size.times(sign))), ZERO);
  }
  for (const part of parts) {
    if (part.uid <= 5) continue;
    const owner = part.positionId === 0 ? `${part.uid}` : `${part.uid}/${part.positionId}`;
    const held = positionsIn(model, part).length > 0;
    if (!held && part.amount.lt(0)) object(model, `${owner} has no position and ${part.amount}`);
    if (held && isKnown(model, part) && isViolated(model, part))
      object(model, `${owner} is in violation and was left so`);
  }
}
