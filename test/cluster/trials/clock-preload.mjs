// Sets the clock of a process by as many milliseconds as a file says, while it runs (OUTCRY_TEST_CLOCK).
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const path = process.env['OUTCRY_TEST_CLOCK'];
const now = Date.now.bind(Date);
let byMs = 0;
const look = () => {
  try {
    byMs = Number(readFileSync(path, 'utf8'));
  } catch {
    byMs = 0;
  }
};
if (path !== undefined) {
  Date.now = () => now() + byMs;
  look();
  setInterval(look, LOOK_MS).unref();
}
