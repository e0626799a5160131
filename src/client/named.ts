/**
 * Whether a request of `/capi/v2` names what it makes (`client_oid`, `clientOrderId`), so that the exchange knows it
 * again and doesn't make it twice. A batch does when each of its rows does.
 */
export function isNamed(request: object): boolean {
  return hasName(request, 'orderDataList', ['client_oid'], ['client_oid', 'clientOrderId']);
}

/** The same of `/capi/v3`, which knows other names (`newClientOrderId`, `clientAlgoId`) and ignores those of v2. */
export function isNamedInV3(request: object): boolean {
  return hasName(request, 'batchOrders', ['newClientOrderId'], ['newClientOrderId', 'clientAlgoId']);
}

function hasName(request: object, batch: string, rowNames: readonly string[], names: readonly string[]): boolean {
  const rows = (request as Readonly<Record<string, unknown>>)[batch];
  if (Array.isArray(rows)) return rows.every((row: unknown) => rowNames.some((name) => isGiven(row, name)));
  return names.some((name) => isGiven(request, name));
}

function isGiven(value: unknown, name: string): boolean {
  const given = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : null;
  return given !== undefined && given !== null && given !== '';
}
