// Preloaded: makes of the sources of `outcry` another program, as a later release would be, where OUTCRY_TEST_RULES is
// set: one that has a second version of the rules, under which a deposit takes one more id. Where OUTCRY_TEST_THROWS
// names an amount, its engine throws at a deposit of it.
import { registerHooks } from 'node:module';

const { OUTCRY_TEST_RULES: rules, OUTCRY_TEST_THROWS: amount } = process.env;
const CHANGES = {
  '/src/core/language/core-version.ts':
    rules === undefined ? [] : [['CORE_VERSION: number = 1;', `CORE_VERSION: number = ${rules};`]],
  '/src/core/ledger/deposit.ts': [
    ...(rules === undefined
      ? []
      : [["symbol: '' }, 'deposit');", "symbol: '' }, 'deposit');\n  if (state.coreVersion >= 2) state.nextId += 1;"]]),
    ...(amount === undefined
      ? []
      : [
          [
            'export function deposit(turn: Turn, command: Deposit): Decision<null> {',
            `$&\n  if (command.amount === '${amount}') throw new Error('a broken invariant');`,
          ],
        ]),
  ],
};

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [, changes = []] = Object.entries(CHANGES).find(([name]) => url.endsWith(name)) ?? [];
    if (changes.length === 0) return loaded;
    let source = Buffer.from(loaded.source).toString();
    for (const [from, to] of changes) {
      if (!source.includes(from)) throw new Error(`${url} has no ${from}`);
      source = source.replace(from, () => to.replace('$&', () => from));
    }
    return { ...loaded, source };
  },
});
