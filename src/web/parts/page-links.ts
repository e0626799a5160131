/**
 * The pages of the exchange that are there, in the order of the keyboard.
 */
import { has } from '../base/app-json.ts';
import { words } from '../words/words.ts';

interface PageLink {
  readonly path: string;
  readonly text: string;
}

export function pageLinks(): readonly PageLink[] {
  const { nav } = words.value;
  return [
    { path: '/', text: nav.live },
    { path: '/trade', text: nav.trade },
    ...(has('contest') ? [{ path: '/board', text: nav.board }] : []),
    ...(has('log')
      ? [
          { path: '/log', text: nav.log },
          { path: '/proof', text: nav.proof },
        ]
      : []),
    { path: '/me', text: nav.me },
    ...(has('rehearsal') ? [{ path: '/rehearsal', text: nav.rehearsal }] : []),
  ];
}
