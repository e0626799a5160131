/**
 * Folders that verbs are given: one that is no folder, or that this user may not read, is told before anything is done;
 * and nothing that a verb makes goes into the data folder, which holds what is the exchange's and nothing else.
 */
import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { obstacleAt } from '../folder/disk/refused-by-system.ts';
import { UsageError, VerbFailed } from './told.ts';

/** The folder as an absolute path, there or not. @throws VerbFailed when it is a file, or may not be read */
export function folderAt(path: string): string {
  const folder = resolve(path);
  const obstacle = obstacleAt(folder);
  if (obstacle !== null) throw new VerbFailed(obstacle);
  return folder;
}

/** Destination of a verb: not in the data folder. @param name what it is called on the command line */
export function outsideData(data: string, path: string, name: string): string {
  if (isInside(path, data))
    throw new UsageError(`${name} is ${path}, in the data folder ${data}: that holds only what is the exchange's`);
  return path;
}

/** Whether a path, which need not be there, is the folder or in it, links followed. */
function isInside(path: string, folder: string): boolean {
  const way = relative(realPath(resolve(folder)), realPath(resolve(path)));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), relative(above, path));
  }
}
