/**
 * How many WebSockets an address may open in five minutes, and have at once (docs/push.md). Beyond: 429, and nothing is
 * upgraded.
 */
import { tooMany } from '../front/limits/limits.ts';
import { admit, createWindow, secondsUntil, type SlidingWindow, usedOf } from '../front/limits/sliding-window.ts';
import type { ApiError } from '../words/errors.ts';

export interface VisitorLimits {
  readonly isLimited: boolean;
  readonly connectsPerAddress: number;
  readonly connectionsPerAddress: number;
}

export interface Visitors {
  /** Counts a connection of the address, or says why it isn't let in. */
  enter(address: string): ApiError | null;
  leave(address: string): void;
  /** Handshakes refused since the start because of the address's share. */
  readonly refused: number;
}

const WINDOW_MS = 300_000;
/** Above this many addresses the idle ones are dropped. */
const SWEEP_AT = 4_096;

interface Visitor {
  readonly connects: SlidingWindow;
  open: number;
}

export function createVisitors(limits: VisitorLimits, monotonicMs: () => number): Visitors {
  const { isLimited, connectsPerAddress, connectionsPerAddress } = limits;
  const visitors = new Map<string, Visitor>();
  let sweepAt = SWEEP_AT;
  let refused = 0;

  function visitorOf(address: string): Visitor {
    let visitor = visitors.get(address);
    if (visitor === undefined) {
      if (visitors.size >= sweepAt) sweep();
      visitors.set(address, (visitor = { connects: createWindow(), open: 0 }));
    }
    return visitor;
  }

  function sweep(): void {
    for (const [address, { connects, open }] of visitors)
      if (open === 0 && usedOf(connects, monotonicMs(), WINDOW_MS) === 0) visitors.delete(address);
    sweepAt = Math.max(SWEEP_AT, visitors.size * 2);
  }

  function refusal(visitor: Visitor): ApiError | null {
    if (visitor.open >= connectionsPerAddress)
      return tooMany('ip', 1, {
        en: `this address has ${visitor.open} WebSockets open, ${connectionsPerAddress} are allowed`,
        zh: `此地址已有${visitor.open}个WebSocket连接，上限为${connectionsPerAddress}`,
      });
    const nowMs = monotonicMs();
    if (admit(visitor.connects, 1, connectsPerAddress, nowMs, WINDOW_MS)) return null;
    const seconds = secondsUntil(visitor.connects, 1, connectsPerAddress, nowMs, WINDOW_MS);
    return tooMany('ip', seconds, {
      en: `${connectsPerAddress} WebSockets opened in five minutes; retry after ${seconds} s`,
      zh: `5分钟内已建立${connectsPerAddress}个WebSocket连接，请在${seconds}秒后重试`,
    });
  }

  return {
    get refused() {
      return refused;
    },
    enter(address) {
      if (!isLimited) return null;
      const visitor = visitorOf(address);
      const error = refusal(visitor);
      if (error === null) visitor.open++;
      else refused++;
      return error;
    },
    leave(address) {
      const visitor = visitors.get(address);
      if (visitor !== undefined) visitor.open--;
    },
  };
}
