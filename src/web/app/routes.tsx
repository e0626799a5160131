/**
 * Which page is at which path. Each is a file of its own, loaded when it is first looked at.
 */
import type { ComponentType } from 'preact';
import { words } from '../words/words.ts';
import { lazy } from './lazy.tsx';
import { path, to } from './router.ts';

const LivePage = lazy(() => import('../pages/live/live.tsx').then((page) => page.LivePage));
const TradePage = lazy(() => import('../pages/trade/trade.tsx').then((page) => page.TradePage));
const LogPage = lazy(() => import('../pages/log/log.tsx').then((page) => page.LogPage));
const EntryPage = lazy(() => import('../pages/log/entry.tsx').then((page) => page.EntryPage));
const ProofPage = lazy(() => import('../pages/proof/proof.tsx').then((page) => page.ProofPage));
const MePage = lazy(() => import('../pages/me/me.tsx').then((page) => page.MePage));
const BoardPage = lazy(() => import('../pages/board/board.tsx').then((page) => page.BoardPage));
const AboutPage = lazy(() => import('../pages/about/about.tsx').then((page) => page.AboutPage));

interface Route {
  readonly pattern: RegExp;
  readonly page: ComponentType;
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/$/, page: LivePage },
  { pattern: /^\/trade(\/[^/]+)?$/, page: TradePage },
  { pattern: /^\/board(\/[^/]+)?$/, page: BoardPage },
  { pattern: /^\/log$/, page: LogPage },
  { pattern: /^\/log\/\d+$/, page: EntryPage },
  { pattern: /^\/proof$/, page: ProofPage },
  { pattern: /^\/me$/, page: MePage },
  { pattern: /^\/about$/, page: AboutPage },
  { pattern: /^\/(ops|judge|case)(\/|$)/, page: OnlyAdmin },
];

export function Page() {
  const Found = ROUTES.find(({ pattern }) => pattern.test(path.value))?.page ?? NotHere;
  return <Found />;
}

function NotHere() {
  const { shell } = words.value;
  return (
    <div>
      <h1>{shell.notHere}</h1>
      <p>
        <a href={to('/')}>{shell.toLive}</a>
      </p>
    </div>
  );
}

function OnlyAdmin() {
  return (
    <div>
      <p>{words.value.shell.onlyAdmin}</p>
      <pre>npx outcry --help</pre>
    </div>
  );
}
