/** Where callers of an exchange find it, and their key, as the environment says. */

export function callerIn(environment: Readonly<Record<string, string | undefined>>) {
  const of = (name: string): string | undefined => environment[`OUTCRY_${name}`];
  return {
    url: of('URL') ?? 'http://127.0.0.1:8080',
    apiKey: of('KEY'),
    secret: of('SECRET'),
    passphrase: of('PASSPHRASE'),
  };
}
