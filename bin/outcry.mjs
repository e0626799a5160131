#!/usr/bin/env node
// The `outcry` command. Plain JavaScript, so that any Node 20 or newer can run it; it hands everything to the pinned
// Node.
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)));
await import('../scripts/node.mjs');
