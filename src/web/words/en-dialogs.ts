/**
 * Words of the windows over every page, in English.
 */
export const enSignIn = {
  title: 'Sign in with an API key',
  why: 'For watching, a key with the permission “read” is enough. The secret becomes a key that this page can sign with and nobody can read out; it goes nowhere.',
  apiKey: 'API key',
  secret: 'Secret',
  passphrase: 'Passphrase',
  keep: 'Keep in this tab',
  keepWhy: 'Until this tab is closed, reloading stays signed in. Scripts of this origin could read it.',
  submit: 'Sign in',
  demo: 'Demo accounts of this machine',
  askedFor: (uid: string) => `Account ${uid} was signed in here, and its key was not kept.`,
  goOnAs: (name: string) => `Go on as ${name}`,
  noCrypto: 'This browser gives no cryptography to pages over plain HTTP. Use HTTPS, or http://127.0.0.1.',
};

export const enKeys = {
  '?': 'this list',
  'g l': 'Live',
  'g t': 'Trade',
  'g b': 'Board',
  'g o': 'Log',
  'g p': 'Proof',
  'g m': 'Me',
  '1 – 9': 'length of a bar',
  '/': 'the contract',
  f: 'the order form',
  s: 'stop and start the stream',
  Esc: 'close',
};

export const enSettings = {
  theme: 'Theme',
  themes: { system: 'As the system', dark: 'Dark', light: 'Light' },
  language: 'Language',
  updown: 'Up and down',
  colours: { 'blue-orange': 'Blue and orange', 'green-up': 'Green is up', 'red-up': 'Red is up' },
  utc: 'Times in UTC',
  singleKeys: 'Single-key shortcuts',
};
