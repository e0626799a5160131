/**
 * Whether reading pays in a market with headlines: `npm run bench -- headlines` lets readers trade the news of seeds in
 * made-up time, with real fees. Who reads right is to gain, in the mean 5 to 30 basis points a headline; who reads at
 * random, believes all or doubts all is to lose.
 *
 * Options: `--stories` (100), `--seed` (drawn).
 */
import { randomBytes } from 'node:crypto';
import { type ReaderName, type ReadHeadline, READERS, readNews, seedsWithNews } from './kit/market/readers.ts';
import { deviation, mean } from './kit/market/series.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

export function run(options: BenchOptions): Promise<Result> {
  const seed = options['seed'] ?? randomBytes(6).toString('base64url');
  const read = readSome(seed, countOption(options, 'stories', 100));
  const rows = (Object.keys(READERS) as ReaderName[]).map((name) => {
    const nets = read.map(({ net }) => net[name]);
    const sure = deviation(nets) / Math.sqrt(nets.length);
    return { reader: name, net: mean(nets).toFixed(1), 'give or take': sure.toFixed(1) };
  });
  const net = (name: ReaderName): number => mean(read.map((one) => one.net[name]));
  const goalMet = net('perfect') > 5 && net('perfect') < 30 && net('random') < 0;
  const kinds = Object.entries(Object.groupBy(read, ({ kind }) => kind)).map(([kind, all]) => `${all.length} ${kind}`);
  return Promise.resolve({
    name: 'headlines',
    rows,
    remarks: [`${read.length} headlines of seeds ${seed}-…: ${kinds.join(', ')}; basis points of what is put in.`],
    goalMet,
  });
}

/** The first headlines of a text's seeds. */
export function readSome(seed: string, count: number): ReadHeadline[] {
  const read: ReadHeadline[] = [];
  for (const one of seedsWithNews(seed)) {
    read.push(readNews(one));
    if (read.length === count) break;
  }
  return read;
}
