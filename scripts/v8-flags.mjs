// How V8 is told to run the exchange. Every command leaves a few records behind and much that is dead at once: a large
// young generation lets most of it die before it is copied (about a fifth of `bench/engine`'s rate, measured both
// ways). Costs up to 384 MB of memory under load. V8's own reducer of memory is off: it would put the heap together
// anew once load has gone on for a minute or two, which holds the trading thread for 20 to 30 ms.
//
// A command is a chain of many small functions, and money's are called everywhere: with room for more of them in line a
// replay takes a sixth less. Costs 20 MB, and more of the compiler's time while it learns.
export const v8Flags = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=128',
  '--no-memory-reducer',
  '--max-inlined-bytecode-size=920',
  '--max-inlined-bytecode-size-cumulative=3680',
];
