import { expect, it } from 'vitest'
import { encodeAltNames, readAltNames } from './alt-names'

const der = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'))
/** A sequence of one name: its tag and its content. */
const name = (tag: number, content: string): Uint8Array<ArrayBuffer> => {
  const value = Buffer.from(content, 'latin1')
  return Uint8Array.from([0x30, value.length + 2, tag, value.length, ...value])
}

it('reads what it has encoded', () => {
  const names = {
    dns: ['a.example', '*.b.example'],
    email: ['x@y.example'],
    ip: ['10.0.0.1', '2001:db8::1'],
    uri: ['spiffe://cluster/ns', 'urn:a:b'],
  }
  expect(readAltNames(encodeAltNames(names))).toEqual(names)
})

it.each([
  ['an address of five bytes', der('300787050102030405'), 'an IP address of length 5'],
  ['an address of no bytes', der('30028700'), 'an IP address of length 0'],
  ['an address of eight bytes', name(0x87, '12345678'), 'an IP address of length 8'],
  ['a URI without a scheme', der('300886063a6120622f63'), 'the malformed URI ":a b/c": missing protocol scheme'],
  ['a URI with a malformed domain', name(0x86, 'http://a..b/'), 'whose domain is malformed'],
  ['a domain that ends with a dot', name(0x86, 'http://a.b./'), 'whose domain is malformed'],
  ['a domain name beyond ASCII', der('30058203c3a462'), 'is not an IA5String'],
  ['an address of mail beyond ASCII', name(0x81, 'j\xf6rg@x'), 'is not an IA5String'],
  ['trailing data', der('3004820261620000'), 'malformed subject alternative names'],
])('refuses %s', (_what, bytes, why) => {
  expect(() => readAltNames(bytes)).toThrow(why)
})
