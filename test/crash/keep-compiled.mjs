// Loaded into exchanges that will be killed: what they compiled is kept while they run, because a process that is
// killed keeps nothing, and the twenty starts after it would each compile all of it again.
import { flushCompileCache } from 'node:module';

setInterval(() => flushCompileCache(), 2_000).unref();
