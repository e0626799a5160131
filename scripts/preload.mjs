// What scripts/node.mjs loads into every process it starts, before anything else (--import).
import './resolve-near.mjs';
import './stop-with-parent.mjs';
