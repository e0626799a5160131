// Loaded into a process under test (--import), and so into its threads: ends it with SIGKILL at one step of an AI log's
// way from its body to its checkpoint, the one whose name the file TEST_KILL_AT holds by then. From `answer` on, the
// log's rows wait until the file of that name and `.heard` is there, so that the answer has arrived. Every note that is
// about to be stored is added to `.notes`, a line of JSON each: it was signed, whatever becomes of it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

const { TEST_KILL_AT: file = '' } = process.env;
const { writeSync, fdatasync, fdatasyncSync, existsSync, readFileSync, writeFileSync, appendFileSync } = fs;
const LOG = '"recordAiLog"';
const WRITTEN = `${file}.written`;
const BEFORE_THE_ANSWER = ['', 'body', 'half', 'journal'];

const step = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function endHere() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

function at(name) {
  if (step() === name) endHere();
}

fs.writeSync = (descriptor, bytes, ...rest) => {
  const found = typeof bytes === 'string' ? -1 : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(LOG);
  if (found === -1) return writeSync(descriptor, bytes, ...rest);
  if (step() === 'half') {
    writeSync(descriptor, bytes, rest[0], found + LOG.length, rest[2]);
    endHere();
  }
  const count = writeSync(descriptor, bytes, ...rest);
  if (step() === 'journal') writeFileSync(WRITTEN, '');
  return count;
};

function synced() {
  if (existsSync(WRITTEN)) at('journal');
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
  if (table === 'tlog_leaf' && !BEFORE_THE_ANSWER.includes(step())) {
    while (!existsSync(`${file}.heard`)) Atomics.wait(cell, 0, 0, 5);
    at('answer');
  }
  if (table !== 'tlog_checkpoint') return;
  const note = parameters.find((value) => typeof value === 'string' && value.includes('\n\u2014 '));
  appendFileSync(`${file}.notes`, `${JSON.stringify(note)}\n`);
  at('signed');
}

const AFTER = { payload: 'body', tlog_leaf: 'rows', tlog_checkpoint: 'checkpoint' };

const { run } = StatementSync.prototype;
StatementSync.prototype.run = function runOrEnd(...parameters) {
  const table = /^insert into "(\w+)"/i.exec(this.sourceSQL)?.[1];
  if (table !== undefined) beforeStatement(table, parameters);
  const done = run.apply(this, parameters);
  if (table !== undefined) into.add(table);
  if (table === 'ailog') at('some rows');
  if (table === 'tlog_checkpoint') at('uncommitted');
  if (this.sourceSQL === 'COMMIT') for (const name of into) if (AFTER[name] !== undefined) at(AFTER[name]);
  if (/^(COMMIT|ROLLBACK)/.test(this.sourceSQL)) into.clear();
  return done;
};
