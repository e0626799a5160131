// A contest for those who judge: two teams, of which only the first says why it trades, and a report about both.
import { createClient } from '../../src/client/client.ts';
import { type Journey, SYMBOL } from './journey-kit.ts';
import { type Key, openContest } from './live-contest.ts';

interface Wording {
  readonly title: string;
  /** What the first team says, each time behind a number. */
  readonly why: string;
}

/** The contest `j1`, live and with a report. Resolves with the key of its second team, `t2`, which logs nothing. */
export async function openJudgedContest(journey: Journey, { title, why }: Wording): Promise<Key> {
  const keys = await openContest(journey, { id: 'j1', title, what: 'none' }, ['Alpha', 'Beta']);
  const [alpha, beta] = keys.map((key) => createClient({ url: journey.url, ...key }));
  for (const nth of [1, 2, 3]) {
    const logged = { stage: 'Decision', model: 'some-model-1', input: { nth, symbol: SYMBOL, mark: '1' } };
    const output = { decision: 'OPEN_LONG', symbol: SYMBOL };
    const order = { symbol: SYMBOL, size: '0.001', type: '1', order_type: '0', match_price: '1' } as const;
    const placed = await alpha!.placeOrder({ ...order, client_oid: `alpha-${nth}` });
    await alpha!.uploadAiLog({ ...logged, orderId: placed.order_id, output, explanation: `Reason ${nth} ${why}` });
    await beta!.placeOrder({ ...order, client_oid: `beta-${nth}` });
  }
  await journey.admin('POST', '/admin/v1/reports/run', { contest: 'j1' });
  return keys[1]!;
}
