// `npm run torment`: nodes over three members of etcd through many faults. Arguments: how many, and the seed.
import { createRandom } from '../../src/market/random.ts';
import { etcdVersion } from './etcd-members.ts';
import { torment, type TormentFault } from './torment.ts';

const KINDS: readonly TormentFault[] = [
  'kill leader',
  'kill leader',
  'pause leader',
  'kill member',
  'kill node',
  'compact',
];

const [count = '20', seed = '1'] = process.argv.slice(2);
const version = etcdVersion();
if (version === null) {
  console.error('etcd is not on the path: install it (Debian, Ubuntu: apt-get install etcd-server)');
  process.exit(2);
}
const random = createRandom(Number(seed), 2);
const faults = Array.from({ length: Number(count) }, () => KINDS[random.below(KINDS.length)]!);
console.log(`${version}, three members, three nodes, ${faults.length} faults, seed ${seed}`);
const result = await torment({
  seed: Number(seed),
  faults,
  callers: 24,
  calmMs: 1_500,
  say: (line) => console.log(line),
});
const { objections, failures, hashes, silences, ...counts } = result;
console.log(counts);
for (const [fault, found] of silences)
  console.log(`${fault}: ${found.length} times, silence ${found.map((ms) => ms.toFixed(0)).join(', ')} ms`);
const isClean = objections.length === 0 && failures.length === 0 && new Set(hashes).size === 1;
for (const line of objections) console.error(line);
for (const failure of failures) console.error(failure);
console.log(
  isClean ? 'clean: every answer is in the order once, and all nodes are alike' : `not clean: ${hashes.join(' ')}`,
);
process.exit(isClean ? 0 : 1);
