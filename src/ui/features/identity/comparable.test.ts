import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../machinery/base64'
import { comparableText, messageOfBody, withDryRun } from './comparable'
import { accountOf, audiencesOf, boundTo, decodeToken, pastedToken, timeClaim } from './jwt'
import { formOf, settingsOf } from './provider-form'
import { encodePeople, parsePeople } from './token-rows'
import { DEFAULT_PROVIDER } from '../../../outside/identity-provider-settings'

describe('static token files', () => {
  it.each([
    ['t,alice,1', [{ token: 't', name: 'alice', uid: '1', groups: [] }]],
    [
      't,alice,1,"dev,ops"\r\n"a ""b""",bob,\n',
      [
        { token: 't', name: 'alice', uid: '1', groups: ['dev', 'ops'] },
        { token: 'a "b"', name: 'bob', uid: '', groups: [] },
      ],
    ],
    ['t,alice,1,dev,extra', [{ token: 't', name: 'alice', uid: '1', groups: ['dev'] }]],
    ['\n,nobody,1\n', []],
    ['t,alice,', [{ token: 't', name: 'alice', uid: '', groups: [] }]],
  ])('%j are read', (text, rows) => {
    expect(parsePeople(text)).toEqual(rows)
  })
  it('come back as they were written', () => {
    const rows = [
      { token: 'a,b"c', name: 'one', uid: '', groups: [] },
      { token: 't', name: 'two', uid: '2', groups: ['x', 'y'] },
    ]
    expect(parsePeople(encodePeople(rows))).toEqual(rows)
    expect(encodePeople([])).toBe('')
  })
})

const token = (claims: object, header: object = { alg: 'RS256' }): string =>
  [header, claims]
    .map((part) => encodeText(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_'))
    .join('.') + '.c2ln'

describe('tokens', () => {
  it('are taken apart', () => {
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
    [token([]), /claims is no object/],
  ])('that are none say why: %j', (text, why) => {
    expect(() => decodeToken(text)).toThrow(why)
  })
  it.each(['abc', ' abc\n', 'Bearer abc', 'Authorization: Bearer abc', 'authorization:bearer abc '])(
    'are found in %j',
    (text) => expect(pastedToken(text)).toBe('abc'),
  )
})

describe('comparing', () => {
  it.each([
    ['/api/v1/pods', '/api/v1/pods?dryRun=All'],
    ['api/v1/pods?a=b&dryRun=x', '/api/v1/pods?a=b&dryRun=All'],
  ])('tries %s', (path, tried) => expect(withDryRun(path)).toBe(tried))
  it('shows JSON as lines and a Status by its message', () => {
    expect(comparableText('{"a":{"b":[1]}}')).toBe('a:\n  b:\n    - 1\n')
    expect(comparableText('ok')).toBe('ok')
    expect(messageOfBody('{"kind":"Status","message":"no"}')).toBe('no')
    expect(messageOfBody('{"kind":"Pod"}')).toBeUndefined()
    expect(messageOfBody('ok')).toBeUndefined()
  })
})

describe('the form of the provider', () => {
  it('gives the settings back', () => {
    expect(settingsOf(formOf(DEFAULT_PROVIDER))).toEqual(DEFAULT_PROVIDER)
  })
  it.each([
    ['{', /claims of nora are not valid JSON/],
    ['[]', /claims of nora must be an object/],
  ])('refuses the claims %j', (claims, why) => {
    const form = formOf(DEFAULT_PROVIDER)
    expect(() => settingsOf({ ...form, users: [{ username: 'nora', password: '', claims }] })).toThrow(why)
  })
})
