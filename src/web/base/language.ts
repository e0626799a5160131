/** The language that is shown. */
import { computed } from '@preact/signals';
import { app } from './app-json.ts';
import { query } from './router.ts';
import { type Language, settings } from './settings.ts';

/** The address names it, or the visitor chose it, or the browser speaks it, or the exchange does. */
export const language = computed<Language>(() => {
  const named = query.value.get('lang');
  if (named === 'en' || named === 'zh') return named;
  if (settings.value.language !== null) return settings.value.language;
  const spoken = navigator.languages.find((one) => /^(en|zh)\b/.test(one)) ?? app.value.locale;
  return spoken.startsWith('zh') ? 'zh' : 'en';
});
