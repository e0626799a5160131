/**
 * account: the parts whose money moved, and the shared one last in every message. It also tells orders, because they
 * hold money back.
 */
import type { Part } from '../../../../core/state/records.ts';
import { NO_TURNOVER } from '../../../../live/turnover.ts';
import { type AccountView, openPositionsOf } from '../../../push/account/channel.ts';
import { figuresOf, partOf } from '../../../push/account/parts.ts';
import { NO_PART } from '../../../shapes/account.ts';
import { pushedAccountShape, pushedIsolated, pushedShared } from '../../shapes/pushed-account.ts';
import { defineAccountChannelV3 } from './channel.ts';

export const account = defineAccountChannelV3({
  name: 'account',
  aliases: [],
  shape: pushedAccountShape,
  concerns: ({ event, touched: { movedBy, orders } }) =>
    event !== 'SettingUpdate' && (event !== 'OrderUpdate' || movedBy !== null || orders.length > 0),
  changed({ event, touched }, view) {
    const one = view.state.accounts.get(touched.account)!;
    const isLiquidating = (part: Part): boolean =>
      event === 'LiquidateStart' && touched.parts.includes(part.positionId);
    const isolated = touched.parts.flatMap((id) => (id === 0 ? [] : partOf(one, touched, id)));
    return [
      ...isolated.map((part) => pushedIsolated(part, figuresOf(part, view), isLiquidating(part))),
      pushedShared(one, one.shared, figuresOf(one.shared, view), isLiquidating(one.shared)),
    ];
  },
  snapshot(one, view: AccountView) {
    if (one === undefined) return [pushedShared(undefined, NO_PART, NO_TURNOVER, false)];
    const isolated = openPositionsOf(one).filter(({ marginMode }) => marginMode === 'isolated');
    return [
      ...isolated.map(({ part }) => pushedIsolated(part, figuresOf(part, view), false)),
      pushedShared(one, one.shared, figuresOf(one.shared, view), false),
    ];
  },
});
