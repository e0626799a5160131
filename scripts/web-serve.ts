// The page while it is worked on: vite with its own reloading, and a proxy to an exchange that runs already.
//   npm start                          in one terminal
//   npm run web                        in another; EXCHANGE=http://127.0.0.1:8081 names another exchange
import { createServer } from 'vite';
import { viteOptions } from './web.ts';

const target = process.env['EXCHANGE'] ?? 'http://127.0.0.1:8080';
const passed = { target, changeOrigin: true };
const server = await createServer({
  ...viteOptions(),
  base: '/',
  server: {
    port: 5173,
    host: '127.0.0.1',
    proxy: {
      '/capi': passed,
      '/ailog': passed,
      '/app.json': passed,
      '/docs': passed,
      '/v2': { ...passed, ws: true },
    },
  },
});
await server.listen();
server.printUrls();
