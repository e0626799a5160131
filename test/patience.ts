// How long a test waits for what always comes. It is no measure of speed: it ends a wait that would never end, and is
// so long that a machine busy with something else doesn't make a test fail.
export const PATIENCE_MS = 120_000;
