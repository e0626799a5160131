/** The address and key of a caller of the exchange, read from the environment. */

/** Default address of an exchange. */
export const USUAL_URL = 'http://127.0.0.1:8080';

export function callerIn(environment: Readonly<Record<string, string | undefined>>) {
  const of = (name: string): string | undefined => {
    const value = environment[`OUTCRY_${name}`];
    return value === '' ? undefined : value;
  };
  return {
    url: of('URL'),
    apiKey: of('KEY'),
    secret: of('SECRET'),
    passphrase: of('PASSPHRASE'),
    logKey: of('LOG_KEY'),
  };
}
