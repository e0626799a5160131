/**
 * The exchange's facts for its page: `/app.json`. Read once, before anything else.
 */
import { signal } from '@preact/signals';
import { base } from './router.ts';

export interface DemoKey {
  readonly uid: number | string;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface AppJson {
  readonly version: string;
  readonly kind: 'demo' | 'serve';
  readonly basePath: string;
  readonly locale: string;
  readonly features: readonly string[];
  readonly log: { readonly origin: string; readonly vkey: string } | null;
  /** Id of the contest that is shown first. */
  readonly contest: string | null;
  readonly demo?: readonly DemoKey[];
}

/** Facts of a page that could not ask. */
const UNKNOWN: AppJson = {
  version: '',
  kind: 'serve',
  basePath: '',
  locale: 'en-US',
  features: ['ws', 'log'],
  log: null,
  contest: null,
};

export const app = signal<AppJson>(UNKNOWN);

/**
 * The answer is kept nowhere, as its head says; the first was asked for by the document.
 * @returns whether there was one
 */
export async function readApp(): Promise<boolean> {
  try {
    const response = await fetch(`${base}app.json`);
    if (response.ok) app.value = (await response.json()) as AppJson;
    return response.ok;
  } catch {
    // The exchange is away: the page shows that itself, from its connection.
    return false;
  }
}

/** Whether that part of the service is there. */
export function has(feature: string): boolean {
  return app.value.features.includes(feature);
}
