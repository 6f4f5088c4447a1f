import { describe, expect, test } from 'vitest'
import { addressFault, rangeFault } from './address-forms'

describe('forms that strict servers refuse', () => {
  test.each([
    ['10.0.0.1', undefined],
    ['2001:db8::1', undefined],
    ['2001:db8:0000::1', undefined],
    ['0.0.0.0', undefined],
    ['10.0.0.01', 'must not have leading 0s'],
    ['::ffff:10.0.0.1', 'must not be an IPv4-mapped IPv6 address'],
    ['no address', undefined],
  ])('address %s', (text, fault) => expect(addressFault(text)).toBe(fault))
  test.each([
    ['10.0.0.0/8', undefined],
    ['2001:db8::/32', undefined],
    ['010.0.0.0/8', 'must not have leading 0s in IP or prefix length'],
    ['10.0.0.0/08', 'must not have leading 0s in IP or prefix length'],
    ['10.0.0.1/8', 'must not have bits set beyond the prefix length'],
  ])('range %s', (text, fault) => expect(rangeFault(text)).toBe(fault))
})
