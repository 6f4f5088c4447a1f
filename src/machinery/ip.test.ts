import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cidrAddress,
  cidrBlock,
  cidrContains,
  formatIp,
  ipAddress,
  ipFamily,
  ipv4Address,
  ipv6Address,
  parseCidr,
  parseIp,
  type Cidr,
} from './ip'

const shown = (text: string) => {
  const bytes = parseIp(text)
  return bytes && formatIp(bytes)
}
describe('addresses', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['010.0.0.1', '10.0.0.1'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80:0:0:1::', 'fe80:0:0:1::'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
    ['256.0.0.1', undefined],
    ['1.2.3', undefined],
    ['1.2.3.4.5', undefined],
    [':::', undefined],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['12345::', undefined],
    ['1.2.3.4::', undefined],
    ['', undefined],
    ['fe80::1%eth0', undefined],
  ])('%s is %s', (text, result) => {
    expect(shown(text)).toBe(result)
    expect(ipAddress(text)).toHaveLength(result === undefined ? 1 : 0)
  })
  it('knows the families', () => {
    expect([ipFamily('1.2.3.4'), ipFamily('::1'), ipFamily('x')]).toEqual(['IPv4', 'IPv6', undefined])
    expect([ipv4Address('::1'), ipv6Address('1.2.3.4')].map((list) => list.length)).toEqual([1, 1])
  })
  it('text and bytes agree', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const again = parseIp(formatIp(bytes))
        const mapped = again?.length === 4
        expect(mapped ? [...again] : [...(again ?? [])]).toEqual([...bytes.slice(mapped ? 12 : 0)])
      }),
    )
  })
})

describe('networks', () => {
  const cidr = (text: string) => parseCidr(text) as Cidr
  const ip = (text: string) => parseIp(text) as Uint8Array
  it.each(['10.0.0.0', '10.0.0.0/33', '::/129', 'x/8', '10.0.0.0/', '10.0.0.0/-1'])('refuses %s', (text) =>
    expect(cidrBlock(text)).toHaveLength(1),
  )
  it('clears host bits', () => expect(formatIp(cidr('10.1.2.3/20').network)).toBe('10.1.0.0'))
  it('contains', () => {
    expect(cidrContains(cidr('10.0.0.0/24'), ip('10.0.0.255'))).toBe(true)
    expect(cidrContains(cidr('10.0.0.0/24'), ip('10.0.1.0'))).toBe(false)
    expect(cidrContains(cidr('10.0.0.0/24'), ip('::1'))).toBe(false)
    expect(cidrContains(cidr('2001:db8::/33'), ip('2001:db8:7fff::1'))).toBe(true)
  })
  it('counts addresses', () => {
    const text = (bytes: Uint8Array | undefined) => bytes && formatIp(bytes)
    expect(text(cidrAddress(cidr('10.0.0.0/16'), 257))).toBe('10.0.1.1')
    expect(text(cidrAddress(cidr('10.0.0.0/24'), 256))).toBeUndefined()
    expect(text(cidrAddress(cidr('fd00::/64'), 65536))).toBe('fd00::1:0')
  })
})
