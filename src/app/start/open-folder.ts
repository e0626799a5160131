/** Opens the data folder of a start: made where there is none, locked, and with the brand it keeps shown. */
import { existsSync } from 'node:fs';
import { type Brand, brandOfText, brandText, NO_BRAND } from '../../api/app/brand.ts';
import type { WebApp } from '../../api/app/web-app.ts';
import { readBrandFile, writeBrandFile } from '../../folder/disk/brand-file.ts';
import { type DataFolder, makeDataFolder } from '../../folder/disk/data-folder.ts';
import { mustBeOfKind } from '../../folder/disk/rehearsal-mark.ts';
import { lockFolder } from '../../sequencer/disk/lock.ts';
import type { Life } from '../lifecycle.ts';
import type { Config } from '../settings/config.ts';

/** The folder, locked, and the brand it keeps shown. */
export async function openFolder({ data }: Config, webApp: WebApp, life: Life, isRehearsal: boolean) {
  const folder = makeDataFolder(data);
  const lock = await lockFolder(folder.path, existsSync(folder.journal));
  life.atEnd('the lock of the folder', () => lock.release());
  mustBeOfKind(folder, isRehearsal ? 'rehearsal' : 'lasting');
  webApp.show(await brandOf(folder, life));
  const keepBrand = (brand: Brand): Promise<void> => writeBrandFile(folder.brand, brandText(brand));
  return { folder, lock, keepBrand };
}

/** The folder's brand. One that is damaged stops nobody from trading: there is none, and the log says so. */
async function brandOf({ brand: path }: DataFolder, { logs }: Life): Promise<Brand> {
  try {
    const text = await readBrandFile(path);
    return text === null ? NO_BRAND : brandOfText(text);
  } catch (error) {
    logs.start.warn({ path, why: String(error) }, 'the brand is damaged and not shown: set it again, or restore it');
    return NO_BRAND;
  }
}
