// How V8 is told to run the exchange. Every command leaves a few records behind and much that is dead at once: a large
// young generation lets most of it die before it is copied (about a fifth of `bench/engine`'s rate, measured both
// ways). Costs up to 384 MB of memory under load.
export const v8Flags = ['--min-semi-space-size=64', '--max-semi-space-size=128'];
