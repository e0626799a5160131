/** account: money that moved, and contracts whose leverage or mode changed. */
import type { Account, Part } from '../../../core/state/records.ts';
import {
  type PushedCollateral,
  pushedCollateral,
  pushedCollateralShape,
  pushedSetting,
  pushedSettingShape,
} from '../../shapes/pushed-collateral.ts';
import {
  type AccountView,
  type Data,
  defineAccountChannel,
  type Happened,
  isCommon,
  openPositionsOf,
} from './channel.ts';
import { figuresOf, partOf } from './parts.ts';

export const account = defineAccountChannel({
  name: 'account',
  aliases: [],
  arrays: { collateral: { shape: pushedCollateralShape }, setting: { shape: pushedSettingShape, isOptional: true } },
  concerns: ({ event, touched: { movedBy, hasChanged, holdings } }) =>
    !isCommon(event) || movedBy !== null || hasChanged || holdings.length > 0,
  changed: collateralOf,
  snapshot(one, view) {
    const isolated = openPositionsOf(one).filter(({ marginMode }) => marginMode === 'isolated');
    return {
      collateral: [one.shared, ...isolated.map(({ part }) => part)].map((part) => moneyOf(part, false, view)),
      setting: one.holdings.flatMap((holding) => (holding === undefined ? [] : [pushedSetting(holding)])),
    };
  },
});

/** The parts whose money moved; all that there is of an account whose settings changed only, and those settings. */
function collateralOf({ event, touched }: Happened, view: AccountView): Data {
  const one = view.state.accounts.get(touched.account) as Account;
  const parts = touched.parts.length === 0 ? [one.shared] : touched.parts.flatMap((id) => partOf(one, touched, id));
  const collateral = parts.map((part) => moneyOf(part, event === 'LiquidateStart', view));
  return touched.holdings.length === 0 ? { collateral } : { collateral, setting: touched.holdings.map(pushedSetting) };
}

function moneyOf(part: Part, isLiquidating: boolean, view: AccountView): PushedCollateral {
  return pushedCollateral(part, figuresOf(part, view), isLiquidating);
}
