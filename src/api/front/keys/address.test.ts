import { describe, expect, it } from 'vitest';
import { addressList, clientAddress, countedAs, normalAddress } from './address.ts';
import { hopsOfForwarded, hopsOfList } from '../checks/forwarded.ts';

describe('addresses', () => {
  it('have one written form', () => {
    expect(normalAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(normalAddress('2001:DB8::1')).toBe('2001:db8:0:0:0:0:0:1');
    expect(normalAddress('fe80::1%eth0')).toBe('fe80:0:0:0:0:0:0:1');
    expect(normalAddress('::1')).toBe('0:0:0:0:0:0:0:1');
  });

  it('are counted per /64 when IPv6', () => {
    expect(countedAs(normalAddress('2001:db8:1:2:3::1'))).toBe(countedAs(normalAddress('2001:db8:1:2:ffff::9')));
    expect(countedAs(normalAddress('2001:db8:1:3::1'))).not.toBe(countedAs(normalAddress('2001:db8:1:2::1')));
    expect(countedAs('10.0.0.1')).toBe('10.0.0.1');
  });

  const trusted = addressList(['10.0.0.0/8', '::1']);
  /** The client, and what could not be read on the way. */
  function client(peer: string, hops: ReturnType<typeof hopsOfList>): string {
    const unread: string[] = [];
    return [clientAddress(peer, hops, trusted, (entry) => unread.push(entry)), ...unread].join(' ! ');
  }

  it('come from proxies only when they are trusted', () => {
    expect(client('9.9.9.9', hopsOfList('1.1.1.1'))).toBe('9.9.9.9');
    expect(client('10.0.0.1', hopsOfList('1.1.1.1'))).toBe('1.1.1.1');
    expect(client('10.0.0.1', hopsOfList('6.6.6.6, 1.1.1.1, 10.2.0.1'))).toBe('1.1.1.1');
    expect(client('::1', hopsOfList('10.0.0.9'))).toBe('10.0.0.9');
    expect(client('10.0.0.1', [])).toBe('10.0.0.1');
    // A client's own entry stands before the proxy's.
    expect(client('10.0.0.1', hopsOfList('10.0.0.7, garbage, 1.1.1.1'))).toBe('1.1.1.1');
  });

  const V6 = '2001:db8:0:0:0:0:0:1';
  it.each([
    ['203.0.113.5:1000', '203.0.113.5'],
    [' 203.0.113.5 ,, ', '203.0.113.5'],
    ['203.0.113.5:_port', '203.0.113.5'],
    ['"203.0.113.5:1000"', '203.0.113.5'],
    ['2001:db8::1', V6],
    ['[2001:db8::1]', V6],
    ['[2001:DB8::1]:443', V6],
    ['"[2001:db8::1]:443"', V6],
    ['[::ffff:203.0.113.5]:1', '203.0.113.5'],
    ['9.9.9.9:1, 203.0.113.5:1000, 10.2.0.1:7', '203.0.113.5'],
    ['"9.9.9.9, 203.0.113.5', '203.0.113.5'],
    ['unknown', '10.0.0.1'],
    ['_hidden:_80', '10.0.0.1'],
    ['unknown, 10.3.0.1:99', '10.3.0.1'],
    ['garbage', '10.0.0.1 ! garbage'],
    ['203.0.113.500:1', '10.0.0.1 ! 203.0.113.500:1'],
    ['203.0.113.5:port', '10.0.0.1 ! 203.0.113.5:port'],
    ['[2001:db8::1', '10.0.0.1 ! [2001:db8::1'],
    ['"203.0.113.5', '10.0.0.1 ! "203.0.113.5'],
  ])('are read in X-Forwarded-For: %s', (header, address) => {
    expect(client('10.0.0.1', hopsOfList(header))).toBe(address);
  });

  it.each([
    ['for=203.0.113.5', '203.0.113.5'],
    ['For="203.0.113.5:1000";proto=https;by=10.0.0.1', '203.0.113.5'],
    ['proto=http ; FOR = "[2001:db8:cafe::17]:4711"', '2001:db8:cafe:0:0:0:0:17'],
    ['for=9.9.9.9, for=203.0.113.5;host="a,b;for=1.1.1.1", for=10.2.0.1', '203.0.113.5'],
    ['for="\\2\\03.0.113.5"', '203.0.113.5'],
    ['for="9.9.9.9, for="203.0.113.5:80"', '203.0.113.5'],
    ['for="9.9.9.9\\", for=203.0.113.5', '203.0.113.5'],
    ['for=unknown', '10.0.0.1'],
    ['for=_mdn;proto=https', '10.0.0.1'],
    ['for="_gazonk:80", for=10.3.0.1', '10.3.0.1'],
    ['proto=https', '10.0.0.1 ! proto=https'],
    ['for=example.org', '10.0.0.1 ! for=example.org'],
  ])('are read in Forwarded: %s', (header, address) => {
    expect(client('10.0.0.1', hopsOfForwarded(header))).toBe(address);
  });

  it('refuses a list it can not read', () => {
    expect(() => addressList(['proxy.local'])).toThrow("'proxy.local' is neither");
    expect(() => addressList(['10.0.0.0/33'])).toThrow('0 to 32');
  });
});
