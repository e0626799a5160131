/** positions: those that changed; one that ended once more, with size 0. */
import { pushedPosition, pushedPositionShape } from '../../shapes/pushed-position.ts';
import { defineAccountChannel, isCommon, openPositionsOf } from './channel.ts';

export const positions = defineAccountChannel({
  name: 'positions',
  aliases: ['position'],
  arrays: { position: { shape: pushedPositionShape } },
  concerns: ({ event, touched }) =>
    touched.positions.length > 0 && (isCommon(event) || event === 'PositionFundingSettle'),
  changed: ({ touched }) => ({ position: touched.positions.map(pushedPosition) }),
  snapshot: (account) => ({ position: openPositionsOf(account).map(pushedPosition) }),
});
