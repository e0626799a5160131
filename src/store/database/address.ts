/**
 * The address of a read store: a file path, or `postgres://user:password@host/database`. Decides which database it
 * names, and how it may be shown: nothing that is printed or logged ever holds its password.
 */

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

/** The address as it may be shown. Whatever it looks like, anything that could be a password is left out. */
export function shownAddress(address: string): string {
  return address
    .replace(/(:\/\/)[^/?#]*@/, (all, slashes: string) => `${slashes}${userOf(all.slice(slashes.length, -1))}@`)
    .replace(/([?&](?:[a-z_]*(?:password|passwd|secret|token|key))=)[^&#]*/gi, '$1***');
}

function userOf(credentials: string): string {
  const colon = credentials.indexOf(':');
  return colon < 0 ? credentials : `${credentials.slice(0, colon)}:***`;
}

/** The URL without our own `schema` parameter, and that schema. */
export function splitSchema(url: string): { connectionString: string; schema: string | null } {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get('schema');
  parsed.searchParams.delete('schema');
  if (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Error(`store: schema '${schema}' in the URL must be lower-case letters, digits and _`);
  }
  return { connectionString: parsed.toString(), schema };
}
