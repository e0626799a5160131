import { describe, expect, it } from 'vitest';
import { addressList, clientAddress, countedAs, normalAddress } from './address.ts';

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

  it('come from X-Forwarded-For only behind a trusted proxy', () => {
    const trusted = addressList(['10.0.0.0/8', '::1']);
    expect(clientAddress('9.9.9.9', '1.1.1.1', trusted)).toBe('9.9.9.9');
    expect(clientAddress('10.0.0.1', '1.1.1.1', trusted)).toBe('1.1.1.1');
    expect(clientAddress('10.0.0.1', '6.6.6.6, 1.1.1.1, 10.2.0.1', trusted)).toBe('1.1.1.1');
    expect(clientAddress('::1', '10.0.0.9', trusted)).toBe('10.0.0.9');
    expect(clientAddress('10.0.0.1', 'garbage', trusted)).toBe('10.0.0.1');
    expect(clientAddress('10.0.0.1', undefined, trusted)).toBe('10.0.0.1');
  });

  it('refuses a list it can not read', () => {
    expect(() => addressList(['proxy.local'])).toThrow("'proxy.local' is neither");
    expect(() => addressList(['10.0.0.0/33'])).toThrow('0 to 32');
  });
});
