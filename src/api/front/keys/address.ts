/**
 * Finds the address a request counts for: the TCP peer, or with a trusted proxy in front the right-most hop it names
 * that is not itself trusted (docs/api.md, Rate limits). Addresses are compared and counted in one written form; IPv6
 * is counted per /64.
 */
import { BlockList, isIP } from 'node:net';

/**
 * A hop as a proxy names it: an address in normal form; null when it is hidden (`unknown`, `_name`); or the entry,
 * which can't be read.
 */
export type Hop = { readonly address: string | null } | { readonly unreadable: string };

/** Groups of an IPv6 address that make its /64. */
const NETWORK_GROUPS = 4;

/** `::ffff:10.0.0.1` → `10.0.0.1`, IPv6 in full groups without leading zeros, anything else as it is. */
export function normalAddress(text: string): string {
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  if (isIP(plain) !== 6) return plain;
  const groups = groupsOf(plain.toLowerCase());
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  return groups.map((group) => group.toString(16)).join(':');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const hex = dotted
    ? address.slice(0, dotted.index) +
      [1, 3].map((at) => ((Number(dotted[at]) << 8) | Number(dotted[at + 1])).toString(16)).join(':')
    : address;
  const [head, tail] = hex.split('::') as [string, string?];
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = read(head);
  const right = tail === undefined ? [] : read(tail);
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

/** The key an address is counted under: itself, or the /64 of an IPv6 one. `address` is in normal form. */
export function countedAs(address: string): string {
  return address.includes(':') ? `${address.split(':').slice(0, NETWORK_GROUPS).join(':')}::/64` : address;
}

/** A list of addresses and CIDR ranges; throws a RangeError naming an entry that is neither. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [network, bits] = entry.split('/') as [string, string?];
    const version = isIP(network);
    if (version === 0) throw new RangeError(`'${entry}' is neither an IP address nor a CIDR range`);
    const family = version === 4 ? 'ipv4' : 'ipv6';
    const prefix = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits);
    if (!(Number.isInteger(prefix) && prefix >= 0 && prefix <= (version === 4 ? 32 : 128)))
      throw new RangeError(`'${entry}': the part behind the slash must be 0 to ${version === 4 ? 32 : 128}`);
    list.addSubnet(network, prefix, family);
  }
  return list;
}

/** Whether the list has the address, which is in normal form. */
export function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The client's address in normal form: from the peer on, one hop back for each that is trusted. It stays at the last
 * one known when a hop hides the next or can't be read.
 * @param peer address of the TCP connection
 * @param hops nearest last
 * @param unreadable gets the entry that could not be read
 */
export function clientAddress(
  peer: string,
  hops: readonly Hop[],
  trusted: BlockList,
  unreadable: (entry: string) => void,
): string {
  let address = normalAddress(peer);
  for (const hop of hops.toReversed()) {
    if (!isIn(trusted, address)) break;
    if ('unreadable' in hop) unreadable(hop.unreadable);
    if ('unreadable' in hop || hop.address === null) break;
    address = hop.address;
  }
  return address;
}
