// The order in which test files start. vitest starts the longest first, by the times of an earlier run; where there was
// none, as in a new clone, it goes by size. The tests of real processes are small files and take longest, so
// that the run would end with a wait for one of them alone: they go first.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONG = new RegExp(
  [
    '/test/(recipes|hostile|crash|push|store|cli|cluster|web)/',
    '/test/(practice|single|install|bots|contest-road)[.]',
    '/src/store/(store|kill)[.]',
  ].join('|'),
);

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [long, others] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => LONG.test(moduleId) === isLong),
    );
    return [...long!, ...others!];
  }
}
