// The web app of an exchange whose page was never built.
import { createWebApp } from '../src/api/app/web-app.ts';

export const NO_PAGE = createWebApp('/nowhere/at/all', '', { version: '0.0.0', kind: 'serve', demo: [], shown: [] });
