/** positions: those that changed, by a setting too; one that ended once more, with size 0. */
import { openPositionsOf } from '../../../push/account/channel.ts';
import { positions as positionsOfV2 } from '../../../push/account/positions.ts';
import { pushedPosition, pushedPositionShape } from '../../shapes/pushed-position.ts';
import { defineAccountChannelV3 } from './channel.ts';

export const positions = defineAccountChannelV3({
  name: 'positions',
  aliases: ['position'],
  shape: pushedPositionShape,
  concerns: positionsOfV2.concerns,
  changed: ({ touched }) => touched.positions.map(pushedPosition),
  snapshot: (account) => (account === undefined ? [] : openPositionsOf(account).map(pushedPosition)),
});
