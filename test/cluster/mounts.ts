/** File systems of their own for the machines of a trial, on files or in memory; as root alone. */
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** Why none can be mounted here; '' when they can. */
export function whyNoMounts(): string {
  if (process.getuid?.() !== 0) return 'mounting a file system needs root';
  try {
    const mounts = new Mounts();
    mounts.device('probe', 8);
    mounts.close();
    return '';
  } catch (error) {
    return `no file system on a file can be mounted here: ${String(error).trim()}`;
  }
}

export class Mounts {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outcry-mounts-'));
  readonly #mounted = new Set<string>();
  readonly #leave = (): void => this.close();

  constructor() {
    process.once('exit', this.#leave);
  }

  /** An ext4 of so many MiB on a file. @returns where it is */
  device(name: string, mib: number): string {
    const [image, place] = [this.#image(name), this.#place(name)];
    const file = openSync(image, 'w');
    ftruncateSync(file, mib * MIB);
    closeSync(file);
    run('mkfs.ext4', '-q', '-F', image);
    this.#mount(place, '-o', 'loop', image);
    return place;
  }

  /** A file system of so many MiB in memory. @returns where it is */
  memory(name: string, mib: number): string {
    const place = this.#place(name);
    this.#mount(place, '-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs');
    return place;
  }

  /**
   * What lies on these devices at this moment is all that they have from now on: what was written and not synced may be
   * gone. Nothing may run on them any more.
   */
  cutPower(names: readonly string[]): void {
    for (const name of names) run('cp', '--sparse=always', this.#image(name), `${this.#image(name)}.cut`);
    for (const name of names) {
      this.#unmount(this.#place(name));
      renameSync(`${this.#image(name)}.cut`, this.#image(name));
      this.#mount(this.#place(name), '-o', 'loop', this.#image(name));
    }
  }

  close(): void {
    process.off('exit', this.#leave);
    // Lazily, for what may still run there when this process is ended from outside.
    for (const place of this.#mounted) run('umount', '--lazy', place);
    this.#mounted.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #image(name: string): string {
    return join(this.#folder, `${name}.img`);
  }

  #place(name: string): string {
    const place = join(this.#folder, name);
    mkdirSync(place, { recursive: true });
    return place;
  }

  #mount(place: string, ...how: string[]): void {
    run('mount', ...how, place);
    this.#mounted.add(place);
  }

  #unmount(place: string): void {
    run('umount', place);
    this.#mounted.delete(place);
  }
}

function run(program: string, ...argv: string[]): void {
  execFileSync(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
}
