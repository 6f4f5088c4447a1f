import { describe, expect, it } from 'vitest'
import { addressFlags, addressRelay } from './address-flags'

const search = (name: string, value: string) => `?${new URLSearchParams({ [name]: value })}`

describe('flags in the address', () => {
  it.each([
    ['--release=1.20 --authorization-mode Node,RBAC', ['--release=1.20', '--authorization-mode', 'Node,RBAC']],
    ['  --a=1\n--b ', ['--a=1', '--b']],
    [`--a="x y" '--b=it is' --c=d"e f"g`, ['--a=x y', '--b=it is', '--c=de fg']],
    ['--token-auth-file=data:text/csv,a%2Cb%2Cc', ['--token-auth-file=data:text/csv,a%2Cb%2Cc']],
    ['', []],
  ])('%j', (line, words) => expect(addressFlags(search('flags', line))).toEqual(words))

  it('are absent without the parameter', () => expect(addressFlags('?x=1')).toBeUndefined())
})

describe('a relay in the address', () => {
  it.each(['ws://127.0.0.1:8001/key', 'ws://localhost:1/', 'ws://[::1]:8001/key'])('may be %s', (address) =>
    expect(addressRelay(search('relay', address))).toBe(address),
  )
  it.each(['ws://example.com/', 'wss://127.0.0.1/', 'http://127.0.0.1/', 'nonsense', 'ws://127.0.0.1.example.com/'])(
    'may not be %s',
    (address) => expect(() => addressRelay(search('relay', address))).toThrow(),
  )
  it('is absent without the parameter', () => expect(addressRelay('')).toBeUndefined())
})
