/** `outcry market commit` and `market reveal`: seed and table of a folder's market, as their hash and as they are. */
import { hash } from 'node:crypto';
import { dataFolder, secretAt } from '../folder/disk/data-folder.ts';
import { readKept } from '../market/kept-market.ts';
import { commitmentOf, type Revealed, revealText } from '../market/verify/reveal.ts';
import { askAdmin } from './admin.ts';
import { writeSecret } from './files.ts';
import { outsideData } from './folders.ts';
import { failing, Unreachable, VerbFailed } from './told.ts';
import { defineVerb, operand } from './verb.ts';

interface ContestRow {
  readonly id: string;
  readonly phase: string;
  readonly config: { readonly market?: string };
}

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

export const marketCommitVerb = defineVerb({
  name: 'market commit',
  about: 'print the hash of the seed and table that index prices are made of',
  more: [
    'SHA-256 of what `outcry market reveal` writes after the end. Contests made while the market runs carry it by themselves. It tells nothing of',
    'the seed, and is to be made public before anything depends on prices.',
  ].join('\n'),
  async answer({ data }) {
    const commitment = commitmentOf(await marketOf(data), sha256);
    return { json: { commitment }, text: commitment };
  },
});

export const marketRevealVerb = defineVerb({
  name: 'market reveal',
  about: 'write down the seed and table that index prices are made of, for everybody to check them',
  operands: ['TARGET'],
  options: { 'even-now': { about: 'also while a contest depends on them, or when no exchange runs that knows' } },
  more: [
    'TARGET is a file that is made, and must not be there. Whoever has it knows every index price of this data folder, those to come too: so it is refused while a',
    'contest that carries its hash is not over, which the running exchange is asked. Hold the next contest in a new data folder.',
  ].join('\n'),
  async answer(call) {
    const path = outsideData(call.data, operand(call, 'TARGET'), 'TARGET');
    const revealed = await marketOf(call.data);
    const commitment = commitmentOf(revealed, sha256);
    if (!call.switches.has('even-now')) await refuseEarly(call.data, commitment);
    writeSecret(path, `${revealText(revealed)}\n`);
    return {
      json: { commitment, file: path },
      text: `${path} has what ${commitment} was made of; whoever has it knows what this market will do`,
    };
  },
});

/** @throws VerbFailed when the folder's prices follow from no seed */
async function marketOf(data: string): Promise<Revealed> {
  const { market: path } = dataFolder(data);
  const text = await failing(() => secretAt(path));
  if (text === null) throw new VerbFailed(`${path} is not there: no market of its own ran on this data folder`);
  const kept = readKept(text, sha256);
  if (kept === null) throw new VerbFailed(`${path} is damaged`);
  if (kept.prices !== 'world')
    throw new VerbFailed(
      `the prices of this folder's market come from elsewhere (${kept.prices}), and not from a seed`,
    );
  return kept;
}

async function refuseEarly(data: string, commitment: string): Promise<void> {
  const { list } = await askAdmin<{ list: readonly ContestRow[] }>(data, 'GET', '/admin/v1/contests').catch(
    (error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
      throw new VerbFailed(`${error.message}: which contests are not over is not known without it, or --even-now`);
    },
  );
  const open = list.filter(
    ({ phase, config: { market } }) => market === commitment && phase !== 'final' && phase !== 'cancelled',
  );
  if (open.length === 0) return;
  const named = open.map(({ id, phase }) => `${id} (${phase})`).join(', ');
  throw new VerbFailed(`contests depend on this market and are not over: ${named}; nothing was written`);
}
