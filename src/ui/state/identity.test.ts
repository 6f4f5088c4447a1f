import { describe, expect, it, vi } from 'vitest'
import { curlFor } from './curl'
import { ADMIN, type Identity, identityOf, impersonationId, NOBODY, type Prover, tokenIdentity } from './identity'

describe('identities of addresses', () => {
  it.each([
    ['alice', [], {}, 'user:alice', [['Impersonate-User', 'alice']]],
    [
      'a+b;c',
      ['d=e', '100%'],
      {},
      'user:a%2Bb%3Bc+d%3De+100%25',
      [
        ['Impersonate-User', 'a+b;c'],
        ['Impersonate-Group', 'd=e'],
        ['Impersonate-Group', '100%'],
      ],
    ],
    [
      'alice',
      ['dev'],
      {
        uid: '42',
        extra: [
          ['Example.com/Scopes', 'view=all'],
          ['Example.com/Scopes', 'b'],
        ],
      },
      'user:alice+dev;uid=42;extra.Example.com/Scopes=view%3Dall;extra.Example.com/Scopes=b',
      [
        ['Impersonate-User', 'alice'],
        ['Impersonate-Group', 'dev'],
        ['Impersonate-Uid', '42'],
        ['Impersonate-Extra-example.com%2Fscopes', 'view=all'],
        ['Impersonate-Extra-example.com%2Fscopes', 'b'],
      ],
    ],
  ] as const)('carry whom %s is impersonated as', (user, groups, more, id, headers) => {
    expect(impersonationId(user, groups, more)).toBe(id)
    expect(identityOf(id, {})).toMatchObject({ name: user, groups, headers, page: { type: 'admin' } })
  })

  it('are anonymous if their credentials are missing', () => {
    expect(identityOf(undefined, {})).toBe(ADMIN)
    expect(identityOf('anonymous', {})).toBe(NOBODY)
    expect(identityOf('token:x', {})).toBeUndefined()
    expect(identityOf('user:', {})).toBeUndefined()
    expect(identityOf(impersonationId('a', [], { by: 'token:x' }), {})).toBeUndefined()
    expect(identityOf(impersonationId('a', [], { by: impersonationId('b', []) }), {})).toBeUndefined()
  })

  it('let somebody else impersonate, with whatever they present', async () => {
    const bob = tokenIdentity('bob', 'sesame')
    const id = impersonationId('alice', [], { by: bob.id })
    expect(identityOf(id, { [bob.id]: bob })).toMatchObject({
      page: { type: 'none' },
      note: 'Impersonated by bob',
      headers: [
        ['Authorization', 'Bearer sesame'],
        ['Impersonate-User', 'alice'],
      ],
    })
    const refused = vi.fn()
    const fetched: Identity = {
      ...bob,
      headers: [],
      refused,
      present: async () => ({ page: { type: 'certificate', id: '1' }, headers: [['a', 'b']] }),
    }
    const impersonated = identityOf(id, { [bob.id]: fetched })
    expect(await impersonated?.present?.({} as Prover)).toEqual({
      page: { type: 'certificate', id: '1' },
      headers: [
        ['a', 'b'],
        ['Impersonate-User', 'alice'],
      ],
    })
    impersonated?.refused?.()
    expect(refused).toHaveBeenCalledOnce()
  })
})

describe('commands for a shell', () => {
  it('name credentials and never show them', () => {
    const command = curlFor('GET', '/api', tokenIdentity('bob', 'sesame'), [], undefined, { origin: 'https://x' })
    expect(command).toBe('curl https://x/api -H "Authorization: Bearer $TOKEN"')
    const cert = { ...NOBODY, curl: ['--cert', 'dora.crt', '--key', 'dora.key'] }
    expect(curlFor('GET', '/api', cert, [], undefined, { origin: 'https://x' })).toBe(
      'curl https://x/api --cert dora.crt --key dora.key',
    )
  })

  it('contain secrets only on request', () => {
    const path = '/api/v1/namespaces/n/secrets'
    const typed = [['Authorization', 'Basic c2VzYW1l'] as const, ['X-A', 'b'] as const]
    const command = (secrets: boolean) =>
      curlFor('POST', path, NOBODY, typed, '{"a":1}', { origin: 'https://x', secrets })
    expect(command(false)).toBe(
      `curl -X POST https://x${path} -H "Authorization: $CREDENTIALS" -H 'X-A: b' --data-binary "$BODY"`,
    )
    expect(command(true)).toContain(`-H 'Authorization: Basic c2VzYW1l' -H 'X-A: b' --data-binary '{"a":1}'`)
  })
})
