// Loaded into a process under test (--import), and so into its threads: ends it with SIGKILL at one step of an AI log's
// way from its body to its checkpoint, the one whose name the file TEST_KILL_AT holds by then. From `answer` on, what
// becomes of it in the store waits until the file of that name and `.heard` is there, so that the answer has arrived.
// Every note that is about to be stored is added to `.notes`, a line of JSON each: it was signed, whatever becomes of
// it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

const { TEST_KILL_AT: file = '' } = process.env;
const { writeSync, fdatasync, fdatasyncSync, existsSync, readFileSync, writeFileSync, appendFileSync } = fs;
const LOG = '"recordAiLog"';
const BODY = '"storedAtMs"';
const WRITTEN = `${file}.written`;
const BEFORE_THE_ANSWER = ['', 'half body', 'body', 'half', 'journal'];

const step = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function endHere() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

function at(name) {
  if (step() === name) endHere();
}

/** Steps of a write that holds these words: half of it is written, all of it is synced. */
const WRITES = [
  { words: BODY, half: 'half body', whole: 'body' },
  { words: LOG, half: 'half', whole: 'journal' },
];

fs.writeSync = (descriptor, bytes, ...rest) => {
  const text = typeof bytes === 'string' ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const { words, half, whole } of WRITES) {
    const found = text.indexOf(words);
    if (found === -1) continue;
    if (step() === half) {
      writeSync(descriptor, bytes, rest[0], found + words.length, rest[2]);
      endHere();
    }
    const count = writeSync(descriptor, bytes, ...rest);
    if (step() === whole) writeFileSync(WRITTEN, whole);
    return count;
  }
  return writeSync(descriptor, bytes, ...rest);
};

function synced() {
  if (existsSync(WRITTEN)) at(readFileSync(WRITTEN, 'utf8'));
}

fs.fdatasyncSync = (descriptor) => {
  fdatasyncSync(descriptor);
  synced();
};
fs.fdatasync = (descriptor, callback) =>
  fdatasync(descriptor, (error) => {
    if (error === null) synced();
    callback(error);
  });
syncBuiltinESMExports();

const cell = new Int32Array(new SharedArrayBuffer(4));
/** What the transaction under way has inserted into. */
const into = new Set();

function beforeStatement(table, parameters) {
  if ((table === 'tlog_leaf' || table === 'payload') && !BEFORE_THE_ANSWER.includes(step())) {
    while (!existsSync(`${file}.heard`)) Atomics.wait(cell, 0, 0, 5);
    at('answer');
  }
  if (table !== 'tlog_checkpoint') return;
  const note = parameters.find((value) => typeof value === 'string' && value.includes('\n\u2014 '));
  appendFileSync(`${file}.notes`, `${JSON.stringify(note)}\n`);
  at('signed');
}

const AFTER = { payload: 'taken', tlog_leaf: 'rows', tlog_checkpoint: 'checkpoint' };

const { run } = StatementSync.prototype;
StatementSync.prototype.run = function runOrEnd(...parameters) {
  const table = /^insert (?:or fail )?into "(\w+)"/i.exec(this.sourceSQL)?.[1];
  if (table !== undefined) beforeStatement(table, parameters);
  const done = run.apply(this, parameters);
  if (table !== undefined) into.add(table);
  if (table === 'ailog') at('some rows');
  if (table === 'tlog_checkpoint') at('uncommitted');
  if (this.sourceSQL === 'COMMIT') for (const name of into) if (AFTER[name] !== undefined) at(AFTER[name]);
  if (/^(COMMIT|ROLLBACK)/.test(this.sourceSQL)) into.clear();
  return done;
};
