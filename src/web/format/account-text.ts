/** How an account is called wherever the page says for whom it acts. */
import { words } from '../words/words.ts';
import { isDemo } from '../base/session.ts';

/** "demo 1000001", or its number. */
export function accountText(uid: string): string {
  return isDemo(uid) ? words.value.shell.demo(uid) : uid;
}
