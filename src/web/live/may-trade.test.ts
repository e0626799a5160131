import { describe, expect, it } from 'vitest';
import { mayTrade, type TradeFacts } from './may-trade.ts';

const FREE: TradeFacts = {
  isSignedIn: true,
  canTrade: true,
  isConnected: true,
  isFrozen: false,
  contractState: 'TRADING',
  symbol: 'cmt_btcusdt',
  contest: null,
};
const CONTEST = { phase: 'live', teamState: 'active', channels: ['api', 'web'], symbols: ['cmt_btcusdt'] };

describe('what may be placed', () => {
  it('is anything, when nothing is in the way', () => {
    expect(mayTrade(FREE)).toEqual({ open: null, close: null, closesAsManual: false });
    expect(mayTrade({ ...FREE, contest: CONTEST })).toEqual({ open: null, close: null, closesAsManual: false });
  });

  it.each([
    [{ isSignedIn: false }, 'signedOut'],
    [{ canTrade: false }, 'readKey'],
    [{ isConnected: false }, 'stale'],
    [{ isFrozen: true }, 'frozen'],
    [{ contractState: 'HALTED' }, 'halted'],
    [{ contractState: 'DELISTED' }, 'delisted'],
  ])('is nothing while %j', (change, name) => {
    const { open, close } = mayTrade({ ...FREE, ...change });
    expect([open?.name, close?.name]).toEqual([name, name]);
  });

  it('is closing only, in a contest without this channel, and that counts as manual', () => {
    const { open, close, closesAsManual } = mayTrade({ ...FREE, contest: { ...CONTEST, channels: ['api'] } });
    expect([open?.name, close, closesAsManual]).toEqual(['noContestWeb', null, true]);
  });

  it('is closing only in review, and nothing before the start', () => {
    const at = (phase: string) => mayTrade({ ...FREE, contest: { ...CONTEST, phase } });
    expect([at('review').open?.about, at('review').close]).toEqual(['review', null]);
    expect(at('registration').close?.name).toBe('phase');
  });

  it('is no opening of what the contest does not list, nor by a team that is out', () => {
    expect(mayTrade({ ...FREE, contest: { ...CONTEST, symbols: ['cmt_ethusdt'] } }).open).toEqual({
      name: 'contestSymbol',
      about: 'cmt_ethusdt',
    });
    expect(mayTrade({ ...FREE, contest: { ...CONTEST, teamState: 'eliminated' } }).open?.name).toBe('team');
  });
});
