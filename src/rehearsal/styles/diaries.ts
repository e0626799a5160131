/**
 * Diaries: when a log goes out and how it is tied to its orders. What it says is a form's (`forms.ts`).
 */
import type { Form } from './forms.ts';
import { said } from './forms.ts';
import { boundTo, type Move, type Player, type Placed } from '../player.ts';
import type { Diary } from './style.ts';

/** The log first, which names the order it decides about; a log for each order. */
export function before(form: Form): Diary {
  return async (player, moves) => {
    for (const move of moves) {
      const clientOid = player.nextName();
      const body = said(form, player, [move], { clientOids: [clientOid] });
      await player.upload(body, { id: '', clientOid, move });
      await player.place(move, clientOid);
    }
  };
}

/** The log first, and the order commits to its bytes. */
export function bound(form: Form): Diary {
  return async (player, moves) => {
    for (const move of moves) {
      const body = said(form, player, [move]);
      await player.upload(body, { id: '', clientOid: boundTo(body), move });
      await player.place(move, boundTo(body));
    }
  };
}

/** The order first, and its log right after, or in so many minutes: the log carries the id of the order. */
export function after(form: Form, minutes = 0): Diary {
  return async (player, moves) => {
    for (const move of moves) {
      const placed = await player.place(move);
      const explain = (): Promise<void> => player.upload(said(form, player, [move], { orderId: placed.id }), placed);
      if (minutes === 0) await explain();
      else player.later(minutes, explain);
    }
  };
}

/** Logs wait in a queue that is sent every so many minutes. */
export function queued(form: Form, every: number): Diary {
  const waiting = new WeakMap<Player, (() => Promise<void>)[]>();
  return async (player, moves) => {
    for (const move of moves) {
      const placed = await player.place(move);
      const body = said(form, player, [move], { orderId: placed.id });
      const queue = waiting.get(player) ?? [];
      waiting.set(player, queue);
      queue.push(() => player.upload(body, placed));
      if (queue.length > 1) continue;
      player.later(every - (player.minute % every), async () => {
        for (const send of queue.splice(0)) await send();
      });
    }
  };
}

/** One log for all that is done now, which names every order. */
export function together(form: Form): Diary {
  return async (player, moves) => {
    const clientOids = moves.map(() => player.nextName());
    await player.upload(said(form, player, moves, { clientOids }));
    for (const [at, move] of moves.entries()) await player.place(move, clientOids[at]);
  };
}

/** Several logs about one order: those of the first forms before it, the others after it. */
export function several(first: readonly Form[], then: readonly Form[]): Diary {
  return async (player, moves) => {
    for (const move of moves) {
      const clientOid = player.nextName();
      for (const form of first) await player.upload(said(form, player, [move], { clientOids: [clientOid] }));
      const placed: Placed = await player.place(move, clientOid);
      for (const form of then) await player.upload(said(form, player, [move], { orderId: placed.id }), placed);
    }
  };
}

/** Orders, and not a word. */
export const silent: Diary = async (player, moves: readonly Move[]) => {
  for (const move of moves) await player.place(move);
};

/** Now the one diary and now the other: the first for so many of a hundred orders. */
export function partly(percent: number, one: Diary, other: Diary): Diary {
  return async (player, moves) => {
    for (const move of moves) await (player.random.below(100) < percent ? one : other)(player, [move]);
  };
}
