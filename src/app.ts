/**
 * The composition root: builds every part, hands each only what it uses, and takes them down in the right order. Decides nothing
 * about trading.
 *
 * The order of a start: the folder's lock, the read store, HTTP (which answers 503 and says how far the replay is), the journal and its
 * replay, the sequencer, the first commands, the clockwork. Whatever fails later ends the process: the journal is the truth, and the
 * next start reads it.
 */
import { type Logger, pino } from 'pino';
import type { Readiness } from './api/deps.ts';
import { createKeyring } from './api/keyring.ts';
import { createMetrics } from './api/metrics.ts';
import { createServer } from './api/server.ts';
import { createTickerWindow } from './api/ticker-window.ts';
import { type DataFolder, makeDataFolder, writePrivateFile } from './app/data-folder.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openDemoAccounts, withDemoKeys } from './app/demo-accounts.ts';
import { sendFirstCommands, sha256 } from './app/first-commands.ts';
import { createLateSequencer } from './app/late-sequencer.ts';
import type { Config } from './config.ts';
import { createEngine, type Engine } from './core/engine.ts';
import { startScheduler } from './market/scheduler.ts';
import { startSimulator } from './market/simulator/simulator.ts';
import type { Submit } from './market/submit.ts';
import { wallClock } from './sequencer/clock.ts';
import { openJournal } from './sequencer/journal-file.ts';
import { lockFolder } from './sequencer/lock.ts';
import { replay } from './sequencer/replay.ts';
import { createSequencer } from './sequencer/sequencer.ts';
import { startStore } from './store/store.ts';

export { type Config, ConfigError, dataFolderOption, nearest, readConfig, settingsHelp } from './config.ts';
export { replayFolder } from './app/replay-folder.ts';
