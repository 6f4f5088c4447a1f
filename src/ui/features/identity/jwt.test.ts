import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../machinery/base64'
import { accountOf, audiencesOf, boundTo, decodeToken, pastedToken, timeClaim } from './jwt'

const token = (claims: object, header: object = { alg: 'RS256' }): string =>
  [header, claims]
    .map((part) => encodeText(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_'))
    .join('.') + '.c2ln'

describe('tokens', () => {
  it('are decoded', () => {
    const decoded = decodeToken(
      token({
        sub: 'system:serviceaccount:shop:robot',
        aud: ['a', 'b'],
        exp: 100,
        'orch.io': { namespace: 'shop', pod: { name: 'web-1' } },
      }),
    )
    expect(decoded.header).toEqual({ alg: 'RS256' })
    expect(audiencesOf(decoded)).toEqual(['a', 'b'])
    expect(timeClaim(decoded, 'exp')).toBe(100_000)
    expect(timeClaim(decoded, 'nbf')).toBeUndefined()
    expect(accountOf(decoded)).toEqual({ namespace: 'shop', name: 'robot' })
    expect(boundTo(decoded)).toBe('pod web-1')
  })
  it.each([
    ['abc', /three parts/],
    ['a.b.c', /header is not/],
    [`${token({}).split('.')[0] ?? ''}.!!.x`, /claims is not/],
    [token([]), /claims is not an object/],
  ])('that are none say why: %j', (text, why) => {
    expect(() => decodeToken(text)).toThrow(why)
  })
  it.each(['abc', ' abc\n', 'Bearer abc', 'Authorization: Bearer abc', 'authorization:bearer abc '])(
    'are found in %j',
    (text) => expect(pastedToken(text)).toBe('abc'),
  )
})
