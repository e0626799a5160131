/**
 * Whether a request names what it makes (`client_oid`, `clientOrderId`), so that the exchange knows it again and
 * doesn't make it twice. A batch does when each of its rows does.
 */
export function isNamed(request: object): boolean {
  const { client_oid, clientOrderId, orderDataList } = request as Readonly<Record<string, unknown>>;
  if (Array.isArray(orderDataList)) return orderDataList.every((row: unknown) => isGiven(row, 'client_oid'));
  return isGiven({ client_oid }, 'client_oid') || isGiven({ clientOrderId }, 'clientOrderId');
}

function isGiven(value: unknown, name: string): boolean {
  const given = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : null;
  return given !== undefined && given !== null && given !== '';
}
