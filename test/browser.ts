// The system's own Chromium for tests that want a real browser. Where none answers, they are skipped and say so.
import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** The bare one first: it takes less than half of the processor that a whole Chromium takes for the same pages. */
const CANDIDATES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** On a busy machine too. */
export const WITHIN_MS = 90_000;

const given = process.env['CHROMIUM'];
const executable = (given === undefined ? CANDIDATES : [given]).find(
  (name) => spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0,
);

export const hasBrowser = executable !== undefined;
/** Behind the name of a test. */
export const whyNoBrowser = hasBrowser
  ? ''
  : ' (skipped: no Chromium answers; install one, or name it with CHROMIUM=PATH)';

/** Where the name leads: the launcher wants a path. */
function pathOf(name: string): string {
  return name.includes('/') ? name : spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

/**
 * Starts it. No name but those of `rules` has an address, so that what a page asks for elsewhere is seen, and fails.
 * @param rules as in `--host-resolver-rules`
 */
export async function launchBrowser(...rules: string[]): Promise<Browser> {
  const resolver = [...rules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(' , ');
  const args = [`--host-resolver-rules=${resolver}`, '--no-proxy-server'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath: pathOf(executable!), args, timeout: WITHIN_MS });
}
