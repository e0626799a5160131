/**
 * The branches and checkpoints of a rehearsal: where they are, which is served, and how many there may be. The branch
 * it began with, `main`, is its folder itself; another is a data folder under `branches`, and each checkpoint one under
 * `checkpoints`, which no exchange ever runs on. What is being made has another name until it is whole.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckpointInfo, type BranchInfo, NAME_FORM, refusedBy } from '../../api/call/rehearsal.ts';
import { writePrivateFile } from '../../folder/disk/data-folder.ts';
import { machine } from '../../time/machine.ts';

export const MAIN = 'main';
const MOST_CHECKPOINTS = 50;
const MOST_BRANCHES = 20;
/** Less free room than this, and the clock stands. */
const LEAST_FREE_BYTES = 1024 ** 3;
const LOOK_AGAIN_MS = 1_000;
const UNFINISHED = '.unfinished';
const ABOUT = 'about.json';
/** The data folder within a checkpoint. */
const DATA = 'data';

export class Shelf {
  readonly root: string;

  /** @param root of the rehearsal; what an earlier process left unfinished in it goes */
  constructor(root: string) {
    this.root = root;
    for (const kind of ['branches', 'checkpoints'] as const)
      for (const name of namesIn(join(root, kind)))
        if (name.endsWith(UNFINISHED)) rmSync(join(root, kind, name), { recursive: true, force: true });
  }

  /** Name of the branch that is served, or was last. */
  get served(): string {
    const file = this.#served();
    const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : MAIN;
    return this.hasBranch(name) ? name : MAIN;
  }

  set served(name: string) {
    if (name === MAIN) rmSync(this.#served(), { force: true });
    else writePrivateFile(this.#served(), `${name}\n`);
  }

  hasBranch(name: string): boolean {
    return name === MAIN || (NAME_FORM.test(name) && existsSync(join(this.folderOf(name), 'rehearsal.json')));
  }

  /** Data folder of a branch, whether or not it is there. */
  folderOf(branch: string): string {
    return branch === MAIN ? this.root : join(this.root, 'branches', branch);
  }

  branches(): readonly BranchInfo[] {
    const others = namesIn(join(this.root, 'branches')).filter((name) => this.hasBranch(name));
    return [MAIN, ...others].map((name) => {
      const about = join(this.folderOf(name), 'branch.json');
      const { from = null, seedAfter = null } = existsSync(about) ? read<Partial<BranchInfo>>(about) : {};
      return { name, from, seedAfter, served: name === this.served };
    });
  }

  checkpoints(): readonly CheckpointInfo[] {
    return namesIn(join(this.root, 'checkpoints'))
      .filter((name) => existsSync(this.#about(name)))
      .map((name) => read<CheckpointInfo>(this.#about(name)))
      .toSorted((a, b) => a.virtualMs - b.virtualMs || (a.name < b.name ? -1 : 1));
  }

  /** @throws ApiError 60007 */
  checkpoint(name: string): CheckpointInfo & { readonly data: string } {
    if (!NAME_FORM.test(name) || !existsSync(this.#about(name))) throw refusedBy(60007, none('checkpoint', name));
    return { ...read<CheckpointInfo>(this.#about(name)), data: join(this.root, 'checkpoints', name, DATA) };
  }

  /**
   * Makes a checkpoint, whole or not at all.
   * @param fill its data folder, which is there and empty
   * @param instead of this one, which goes when the new one is there, and only then
   * @throws ApiError 60005, 60006; what `fill` throws
   */
  async addCheckpoint(
    name: string,
    about: object,
    fill: (data: string) => Promise<void>,
    instead?: string,
  ): Promise<CheckpointInfo> {
    const known = this.checkpoints().filter((one) => one.name !== instead);
    if (known.some((one) => one.name === name)) throw refusedBy(60005, taken('checkpoint', name));
    if (known.length >= MOST_CHECKPOINTS) throw refusedBy(60005, tooMany('checkpoints', MOST_CHECKPOINTS));
    this.mustHaveRoom();
    const target = join(this.root, 'checkpoints', name);
    const made = await make(target, async (folder) => {
      await fill(newFolder(join(folder, DATA)));
      const info = { name, ...about, bytes: bytesIn(folder) } as CheckpointInfo;
      writePrivateFile(join(folder, ABOUT), `${JSON.stringify(info)}\n`);
      return info;
    });
    if (instead !== undefined) this.deleteCheckpoint(instead);
    return made;
  }

  /** Makes a branch, whole or not at all. @throws ApiError 60005; what `fill` throws */
  async addBranch(name: string, about: object, fill: (data: string) => Promise<void>): Promise<void> {
    this.mustBeFree(name);
    this.mustHaveRoom();
    await make(this.folderOf(name), async (folder) => {
      await fill(folder);
      writePrivateFile(join(folder, 'branch.json'), `${JSON.stringify(about)}\n`);
    });
  }

  /** @throws ApiError 60005 when there may be no branch of that name */
  mustBeFree(name: string): void {
    if (this.hasBranch(name)) throw refusedBy(60005, taken('branch', name));
    if (this.branches().length >= MOST_BRANCHES) throw refusedBy(60005, tooMany('branches', MOST_BRANCHES));
  }

  /** The first free name for a branch from a checkpoint. */
  nameFor(checkpoint: string): string {
    for (let n = 1; ; n++) {
      const name = `${checkpoint.slice(0, 34)}-${n}`;
      if (!this.hasBranch(name)) return name;
    }
  }

  /** @throws ApiError 60007 */
  deleteCheckpoint(name: string): void {
    this.checkpoint(name);
    remove(join(this.root, 'checkpoints', name));
  }

  /** @throws ApiError 60004 of the one that is served, and of main; 60007 */
  deleteBranch(name: string): void {
    if (!this.hasBranch(name)) throw refusedBy(60007, none('branch', name));
    if (name === this.served) throw refusedBy(60004, { en: `${name} is served`, zh: `${name}正在运行` });
    if (name === MAIN)
      throw refusedBy(60004, { en: 'main is the folder itself and stays', zh: 'main即数据目录本身，不可删除' });
    remove(this.folderOf(name));
  }

  /** Free room where it is, bytes. */
  free(): number {
    const { bavail, bsize } = statfsSync(this.root);
    return bavail * bsize;
  }

  /** @throws ApiError 60005 when the disk is nearly full */
  mustHaveRoom(): void {
    const found = this.free();
    if (found < LEAST_FREE_BYTES) throw refusedBy(60005, noRoom(found));
  }

  /** Resolves when there is room. */
  async room(): Promise<void> {
    while (this.free() < LEAST_FREE_BYTES) await machine.sleep(LOOK_AGAIN_MS);
  }

  #served(): string {
    return join(this.root, 'served-branch');
  }

  #about(checkpoint: string): string {
    return join(this.root, 'checkpoints', checkpoint, ABOUT);
  }
}

function noRoom(found: number) {
  const mebibytes = Math.floor(found / 1024 ** 2);
  return {
    en: `${mebibytes} MiB are free on the disk, needs 1024; delete checkpoints or branches`,
    zh: `磁盘剩余${mebibytes} MiB，需要1024；请删除检查点或分支`,
  };
}

async function make<Made>(target: string, fill: (folder: string) => Promise<Made>): Promise<Made> {
  const unfinished = `${target}${UNFINISHED}`;
  rmSync(unfinished, { recursive: true, force: true });
  newFolder(unfinished);
  try {
    const made = await fill(unfinished);
    renameSync(unfinished, target);
    return made;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Out of sight at once: what is left of it by a crash is no branch and no checkpoint. */
function remove(folder: string): void {
  const gone = `${folder}${UNFINISHED}`;
  renameSync(folder, gone);
  rmSync(gone, { recursive: true, force: true });
}

function newFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

/** Files that are shared with a branch count too. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const about = statSync(join(folder, name));
    return about.isFile() ? sum + about.size : sum;
  }, 0);
}

function none(what: 'checkpoint' | 'branch', name: string) {
  return {
    en: `there is no ${what} ${JSON.stringify(name)}; outcry ${what} list names them`,
    zh: `没有名为${JSON.stringify(name)}的${WORDS[what]}；outcry ${what} list可列出全部`,
  };
}

function taken(what: 'checkpoint' | 'branch', name: string) {
  return { en: `there is a ${what} ${name} already`, zh: `已有名为${name}的${WORDS[what]}` };
}

function tooMany(what: 'checkpoints' | 'branches', most: number) {
  return { en: `there are ${most} ${what}, and no more may be; delete one`, zh: `最多${most}个，请先删除一个` };
}

const WORDS = { checkpoint: '检查点', branch: '分支' } as const;
