/**
 * The page beside a started exchange: where its build is, and a build under way when the sources have changed since.
 * The start never waits for it; meanwhile the page of the last build is served, or a plain one that says so.
 *
 * Whether the build is still right is decided by the build itself, which compares hashes. Here it is only asked when a
 * file is younger than the last build, so that most starts begin no process.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { STAMP } from '../api/app/built-app.ts';
import type { WebApp } from '../api/app/web-app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the built page. */
export const WEB_FOLDER = join(ROOT, 'dist/web');
const SCRIPT = join(ROOT, 'scripts/web.ts');
const SOURCES = ['src/web', 'docs'].map((folder) => join(ROOT, folder)).filter((folder) => existsSync(folder));
const LAST_WORDS = 300;

/** Builds the page when that is due. Returns the function that stops it. */
export function repairPage(webApp: WebApp, log: Pick<Logger, 'info' | 'warn'>): () => void {
  if (!existsSync(SCRIPT) || !isDue()) return () => undefined;
  webApp.say('The page is being built; this takes a few seconds.');
  const build = spawn(process.execPath, [SCRIPT, '--strict'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  build.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-LAST_WORDS)));
  const giveUp = (why: string): void => {
    webApp.say(`The page could not be built: ${why}`);
    log.warn({ why }, 'the page could not be built; everything else works');
  };
  build.once('spawn', () => lowerPriority(build.pid));
  build.once('error', (error) => giveUp(error.message));
  build.once('close', (code, signal) => {
    if (signal !== null) return;
    if (code !== 0) return giveUp(said.trim());
    webApp.reload();
    log.info({ builtFrom: webApp.builtFrom }, 'the page is built');
  });
  return () => void build.kill();
}

/** Whether any source is younger than the last build, or there was none. */
function isDue(): boolean {
  if (SOURCES.length === 0) return false;
  const stamp = join(WEB_FOLDER, STAMP);
  if (!existsSync(stamp)) return true;
  const { mtimeMs } = statSync(stamp);
  const entries = SOURCES.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return [SCRIPT, ...files].some((path) => statSync(path).mtimeMs > mtimeMs);
}

/** Trading comes first. */
function lowerPriority(pid: number | undefined): void {
  try {
    setPriority(pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended already, or this system does not let it.
  }
}
