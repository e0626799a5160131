/** The scripted agents and the practice contest of `outcry start`, on a rehearsal's timeline. */
import type { Config } from '../../app/settings/config.ts';
import type { BeginDemo } from '../../app/start/rehearsed.ts';
import type { App } from '../../app/start.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from '../../demo/demo-accounts.ts';
import { AGENT_ACCOUNTS } from '../../demo/demo-agents.ts';
import type { Timeline } from '../../time/timeline.ts';
import { TurnTaking } from './turn-taking.ts';

const SECOND_MS = 1_000;

/** Stops what was begun. */
export type EndDemo = () => Promise<void>;

interface DemoOnTimeline {
  readonly config: Config;
  readonly openDemo: { readonly promise: Promise<BeginDemo> };
  readonly app: App;
  readonly timeline: Timeline;
  readonly accounts: readonly DemoAccount[];
  readonly seed: string;
}

/**
 * Begins the scripted agents and the seasons of `start`. The first season opens within a second of the exchange's time,
 * which passes here.
 */
export async function beginDemo({ config, openDemo, app, timeline, accounts, seed }: DemoOnTimeline): Promise<EndDemo> {
  const time = new TurnTaking(timeline, () => app.exchange.caughtUp());
  const shown = accounts.filter((one) => DEMO_ACCOUNTS.includes(one)).map(({ uid }) => ({ uid, name: `demo ${uid}` }));
  const begin = await openDemo.promise;
  const starting = begin({ ...config, market: 'world', agents: true, seed }, { time, shown });
  if ((await Promise.race([starting, time.asleep(1).then(() => null)])) === null)
    await timeline.advanceTo(timeline.nowMs() + SECOND_MS);
  const demo = await starting;
  const stop = demo.trade(app.url);
  await time.asleep(1 + AGENT_ACCOUNTS.length);
  return async () => {
    demo.stop();
    await stop();
  };
}
