/**
 * Checkpoints and branches of a rehearsal while one of its branches is served. A checkpoint holds all of a branch at a
 * moment; a branch that goes on from it repeats what the old one did for the same requests, or goes another way.
 */
import { join } from 'node:path';
import {
  type BranchInfo,
  type Branches as AsAsked,
  type CheckpointInfo,
  type ForkWish,
  refusedBy,
} from '../../api/call/rehearsal.ts';
import { ApiError } from '../../api/words/errors.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { dataFolder, secretAt, writePrivateFile } from '../../folder/disk/data-folder.ts';
import { readMark, writeMark } from '../../folder/disk/rehearsal-mark.ts';
import { machine } from '../../time/machine.ts';
import type { MarketState } from '../../market/market.ts';
import { copyBranch } from './copy-branch.ts';
import { drawnAnew } from './draw-anew.ts';
import type { By, Note } from './control-log.ts';
import { readMemory, writeMemory } from './memory.ts';
import type { Shelf } from './shelf.ts';

/** The branch that is served. */
export interface Served {
  readonly branch: string;
  readonly exchange: Exchange;
  readonly virtualMs: () => number;
  /** Runs while nothing happens. @throws ApiError 60004 while time passes */
  readonly standingStill: <Answer>(isEntry: boolean, run: () => Promise<Answer>) => Promise<Answer>;
  /** Writes down what the journal does not say, as it is now; the requests too. */
  readonly remember: () => Promise<void>;
  /** @param verb a line of control.jsonl */
  readonly note: Note;
}

export interface BranchesParts {
  readonly shelf: Shelf;
  /** Null between two of them. */
  readonly served: () => Served | null;
  /** Has another branch served, shortly. */
  readonly serveNext: (branch: string) => void;
}

/** Before the name of a checkpoint that the clock makes, and how many of them are kept. */
const BY_ITSELF = 'auto-';
const MOST_BY_ITSELF = 30;

export class Branches implements AsAsked {
  readonly #parts: BranchesParts;
  /** One change of what is kept at a time: what is copied is not deleted meanwhile. Never rejects. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(parts: BranchesParts) {
    this.#parts = parts;
  }

  checkpoints(): readonly CheckpointInfo[] {
    return this.#parts.shelf.checkpoints();
  }

  /** @param by the operator; else it is carried out by the clock, which stands for it */
  create(name: string, by?: By): Promise<CheckpointInfo> {
    return this.#inTurn(() => this.#create(name, by));
  }

  #create(name: string, by: By | undefined, instead?: string): Promise<CheckpointInfo> {
    const { shelf, served } = this.#parts;
    const now = served();
    if (now === null) throw refusedBy(60004, BETWEEN);
    const { branch, exchange, virtualMs, standingStill, remember, note } = now;
    return standingStill(by !== undefined, async () => {
      const { sequence } = exchange;
      const about = { branch, sequence, virtualMs: virtualMs(), madeMs: machine.wallMs() };
      const fill = async (data: string): Promise<void> => {
        await exchange.driven.sync();
        await exchange.caughtUp();
        await exchange.snapshot();
        await remember();
        const copied = await copyBranch(shelf.folderOf(branch), data, true);
        // The administration may have done something meanwhile.
        if (copied !== sequence || exchange.sequence !== sequence) throw refusedBy(60004, DISTURBED);
      };
      const made = await shelf.addCheckpoint(name, about, fill, instead);
      note('checkpoint', { name }, by);
      return made;
    });
  }

  /** Called by the clock: the oldest of those made so gives way to the newest. */
  async createByItself(nowMs: number): Promise<void> {
    const { shelf } = this.#parts;
    const own = shelf.checkpoints().filter(({ name }) => name.startsWith(BY_ITSELF));
    const name = `${BY_ITSELF}${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;
    // A branch passes the moments of the one before it again.
    if (own.some((one) => one.name === name)) return;
    const instead = own.length >= MOST_BY_ITSELF ? own[0]!.name : undefined;
    await this.#inTurn(() => this.#create(name, 'exchange', instead)).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      this.#note('checkpoint', { name, refused: error.hint?.en ?? error.message }, 'exchange');
    });
  }

  fork(wish: ForkWish): Promise<BranchInfo> {
    return this.#inTurn(() => this.#fork(wish));
  }

  async #fork({ checkpoint, as, seedAfter }: ForkWish): Promise<BranchInfo> {
    const { shelf } = this.#parts;
    const { data } = shelf.checkpoint(checkpoint);
    const name = as ?? shelf.nameFor(checkpoint);
    const info = { name, from: checkpoint, seedAfter };
    await shelf.addBranch(name, info, async (folder) => {
      await copyBranch(data, folder, false);
      const [own, root] = [dataFolder(folder), dataFolder(shelf.root)];
      writePrivateFile(own.adminToken, secretAt(root.adminToken) ?? '');
      writeMark(own, { ...readMark(own)!, branch: name, ...(seedAfter === null ? {} : { marketSeed: seedAfter }) });
      if (seedAfter !== null) drawAnewIn(folder);
    });
    this.#note('fork', info);
    return { ...info, served: false };
  }

  async restore(wish: ForkWish): Promise<BranchInfo> {
    const made = await this.fork(wish);
    this.#parts.serveNext(made.name);
    return made;
  }

  deleteCheckpoint(name: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#parts.shelf.deleteCheckpoint(name);
      this.#note('checkpoint delete', { name });
    });
  }

  list(): readonly BranchInfo[] {
    return this.#parts.shelf.branches();
  }

  delete(name: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#parts.shelf.deleteBranch(name);
      this.#note('branch delete', { name });
    });
  }

  #inTurn<Made>(change: () => Promise<Made>): Promise<Made> {
    const done = this.#changing.then(change);
    this.#changing = done.catch(() => undefined);
    return done;
  }

  /** A line of control.jsonl of the branch that is served, if one is. */
  readonly #note: Note = (...line) => this.#parts.served()?.note(...line);
}

function drawAnewIn(folder: string): void {
  const remembered = readMemory(folder);
  const drive = remembered?.parts['market'] as { readonly market: MarketState | null } | undefined;
  if (remembered === null || drive === undefined || drive.market === null) return;
  const parts = { ...remembered.parts, market: { ...drive, market: drawnAnew(drive.market) } };
  writeMemory(join(folder, 'rehearsal-state.json'), { ...remembered, parts });
}

const BETWEEN = { en: 'another branch is about to be served; ask again', zh: '正在切换分支，请稍后重试' };
const DISTURBED = {
  en: 'something was done while the checkpoint was made; make it again',
  zh: '创建检查点期间有操作发生，请重试',
};
