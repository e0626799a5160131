// Loaded into a process under test (--import): a disk whose fdatasync fails with EIO once the file TEST_FAIL_SYNC names
// is there, as often as TEST_FAIL_SYNC_TIMES says. What was written stays readable, as it does on Linux after a failed
// sync.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { TEST_FAIL_SYNC: trigger = '', TEST_FAIL_SYNC_TIMES: times = '0' } = process.env;
const { fdatasync, fdatasyncSync, existsSync } = fs;
let left = Number(times);

/** The error of this sync, or null when it is to succeed. */
function failure() {
  if (left === 0 || !existsSync(trigger)) return null;
  left -= 1;
  return Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', errno: -5, syscall: 'fdatasync' });
}

fs.fdatasyncSync = (descriptor) => {
  const error = failure();
  if (error !== null) throw error;
  fdatasyncSync(descriptor);
};
fs.fdatasync = (descriptor, callback) => {
  const error = failure();
  if (error === null) fdatasync(descriptor, callback);
  else process.nextTick(callback, error);
};
syncBuiltinESMExports();
