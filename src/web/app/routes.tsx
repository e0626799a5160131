/**
 * Pages by path. Each is in its own file, loaded when it is first looked at.
 */
import type { ComponentType } from 'preact';
import { startRefusals } from '../parts/refusal-said.ts';
import { withWords } from '../words/words.ts';
import { has } from '../base/app-json.ts';
import { lazy } from '../parts/lazy.tsx';
import { path } from '../base/router.ts';

const LivePage = lazy(() =>
  withWords(import('../pages/live/live.tsx'), 'board', 'live', 'evidence').then((page) => page.LivePage),
);
const TradePage = lazy(async () => {
  // The form says with the words of refusals what the exchange would refuse.
  const [page] = await Promise.all([withWords(import('../pages/trade/trade.tsx'), 'trade'), startRefusals()]);
  return page.TradePage;
});
const LogPage = lazy(() =>
  withWords(import('../pages/log/log.tsx'), 'log', 'live', 'board').then((page) => page.LogPage),
);
const EntryPage = lazy(() =>
  withWords(import('../pages/log/entry.tsx'), 'log', 'claims').then((page) => page.EntryPage),
);
const ProofPage = lazy(() =>
  withWords(import('../pages/proof/proof.tsx'), 'log', 'claims').then((page) => page.ProofPage),
);
const MePage = lazy(() =>
  withWords(import('../pages/me/me.tsx'), 'me', 'log', 'trade', 'live', 'evidence').then((page) => page.MePage),
);
const RehearsalPage = lazy(() =>
  withWords(import('../pages/rehearsal/rehearsal.tsx'), 'rehearsal').then((page) => page.RehearsalPage),
);
const BoardPage = lazy(() =>
  withWords(import('../pages/board/board.tsx'), 'board', 'live', 'evidence', 'claims').then((page) => page.BoardPage),
);
const TeamPage = lazy(() =>
  withWords(import('../pages/team/team.tsx'), 'board', 'live', 'evidence').then((page) => page.TeamPage),
);
const AboutPage = lazy(() =>
  withWords(import('../pages/about/about.tsx'), 'about', 'claims').then((page) => page.AboutPage),
);

const nowhere = () => withWords(import('../pages/about/nowhere.tsx'), 'about');
const Missing = lazy(() => nowhere().then((page) => page.Missing));
const NotHere = lazy(() => nowhere().then((page) => page.NotHere));
const OnlyAdmin = lazy(() => nowhere().then((page) => page.OnlyAdmin));

interface Route {
  readonly pattern: RegExp;
  readonly page: ComponentType;
  /** The part of the service it shows. */
  readonly feature?: 'log' | 'contest' | 'rehearsal';
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/$/, page: LivePage },
  { pattern: /^\/trade(\/[^/]+)?$/, page: TradePage },
  { pattern: /^\/board(\/[^/]+)?$/, page: BoardPage, feature: 'contest' },
  { pattern: /^\/team\/[^/]+\/[^/]+$/, page: TeamPage, feature: 'contest' },
  { pattern: /^\/log$/, page: LogPage, feature: 'log' },
  { pattern: /^\/log\/\d+$/, page: EntryPage, feature: 'log' },
  { pattern: /^\/proof$/, page: ProofPage, feature: 'log' },
  { pattern: /^\/me$/, page: MePage },
  { pattern: /^\/rehearsal$/, page: RehearsalPage, feature: 'rehearsal' },
  { pattern: /^\/about$/, page: AboutPage },
  { pattern: /^\/(ops|contests|publish|brand|judge|case)(\/|$)/, page: OnlyAdmin },
];

export function Page() {
  const route = ROUTES.find(({ pattern }) => pattern.test(path.value));
  if (route?.feature !== undefined && !has(route.feature)) return <Missing feature={route.feature} />;
  const Found = route?.page ?? NotHere;
  return <Found />;
}
