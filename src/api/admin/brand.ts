/** The brand of the exchange: looked at, checked as it is written, and changed, part by part. */
import { type Brand, brandFiles, brandIn } from '../app/brand.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, get, open, post } from './body.ts';

/** The largest logo as base64, and the rest of it. */
const BRAND_BYTES = 128 * 1024;

/** @param pages where the page for everybody is, and with it the frame for pages elsewhere */
export function brandRoutes({ webApp, keepBrand, log }: AdminDeps, pages: () => string): AdminRoute[] {
  // One change at a time: each begins with what the one before it left.
  let turn: Promise<unknown> = Promise.resolve();
  const answer = () => ({ ...shown(webApp.brand), pages: pages() });
  return [
    open(
      ['owner'],
      get('/admin/v1/brand', async () => answer()),
    ),
    {
      ...open(
        ['owner'],
        post('/admin/v1/brand/check', async (fields) => ({ faults: brandIn(fields, webApp.brand).faults })),
      ),
      bodyBytes: BRAND_BYTES,
    },
    {
      ...open(
        ['owner'],
        post('/admin/v1/brand', (fields, { name: person }) => {
          const done = turn.then(async () => {
            const { brand, faults } = brandIn(fields, webApp.brand);
            const [first] = faults;
            if (first !== undefined) throw new AdminRefusal(`${first.field} ${first.msg}`);
            await keepBrand(brand);
            webApp.show(brand);
            log.info({ person, parts: Object.keys(fields) }, 'the brand was changed');
            return answer();
          });
          turn = done.catch(() => undefined);
          return done;
        }),
      ),
      bodyBytes: BRAND_BYTES,
    },
  ];
}

function shown(brand: Brand): object {
  const { name, light, dark, origins, logo } = brand;
  const path = brandFiles(brand).logo;
  if (logo === null) return { name, light, dark, origins, logo: null };
  const { type, width, height, bytes } = logo;
  return { name, light, dark, origins, logo: { type, width, height, bytes: bytes.length, path: `/${path}` } };
}
