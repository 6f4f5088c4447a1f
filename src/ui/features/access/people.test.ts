import { describe, expect, it } from 'vitest'
import { binding, policy } from '../../../testing/rbac'
import { candidatesOf, identityFor, type Person, personOf, personOfSubject, personText, userInfoOf } from './people'

describe('people', () => {
  it.each<[string, Person]>([
    ['user:alice', { kind: 'User', name: 'alice', groups: [] }],
    ['user:alice+dev+ops', { kind: 'User', name: 'alice', groups: ['dev', 'ops'] }],
    ['user:a%2Bb+c', { kind: 'User', name: 'a+b', groups: ['c'] }],
    ['user:https://issuer.example#alice', { kind: 'User', name: 'https://issuer.example#alice', groups: [] }],
    ['group:dev', { kind: 'Group', name: 'dev' }],
    ['group:system:authenticated', { kind: 'Group', name: 'system:authenticated' }],
    ['account:shop/robot', { kind: 'ServiceAccount', namespace: 'shop', name: 'robot' }],
  ])('%s is a text and a person', (text, person) => {
    expect(personOf(text)).toEqual(person)
    expect(personText(person)).toBe(text)
  })

  it.each<[string | undefined, Person | undefined]>([
    ['alice', { kind: 'User', name: 'alice', groups: [] }],
    [' alice + dev ', { kind: 'User', name: 'alice', groups: ['dev'] }],
    ['system:serviceaccount:shop:robot', { kind: 'ServiceAccount', namespace: 'shop', name: 'robot' }],
    ['user:', undefined],
    ['group:', undefined],
    ['account:shop', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('what somebody may type: %s', (text, person) => {
    expect(personOf(text)).toEqual(person)
  })

  it('what authorizers see', () => {
    const seen = (text: string) => {
      const person = personOf(text)
      return person && userInfoOf(person)
    }
    expect(seen('alice+dev')).toEqual({ name: 'alice', groups: ['dev', 'system:authenticated'] })
    expect(seen('account:a/b')).toEqual({
      name: 'system:serviceaccount:a:b',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
    })
    expect(seen('group:dev')).toEqual({ name: '', groups: ['dev'] })
    expect(seen('system:anonymous')).toEqual({ name: 'system:anonymous', groups: ['system:unauthenticated'] })
  })

  it('speaks for them by impersonation', () => {
    expect(identityFor({ kind: 'User', name: 'alice', groups: ['dev'] }).headers).toEqual([
      ['Impersonate-User', 'alice'],
      ['Impersonate-Group', 'dev'],
    ])
    expect(identityFor({ kind: 'ServiceAccount', namespace: 'a', name: 'b' }).headers).toEqual([
      ['Impersonate-User', 'system:serviceaccount:a:b'],
    ])
    expect(identityFor({ kind: 'Group', name: 'dev' }).headers).toEqual([
      ['Impersonate-User', 'somebody'],
      ['Impersonate-Group', 'dev'],
    ])
    expect(identityFor({ kind: 'User', name: 'system:anonymous', groups: [] }).page).toEqual({ type: 'none' })
  })

  it('knows everybody whom bindings name and every account, people first', () => {
    const all = candidatesOf(policy(binding('a', 'x', 'R:r', 'system:orch-proxy', '@devs', '/robot', 'zoe')), [
      { namespace: 'a', name: 'robot' },
      { namespace: 'a', name: 'default' },
    ])
    expect(all.map(({ text, system }) => (system ? `(${text})` : text))).toEqual([
      'user:zoe',
      'group:devs',
      'account:a/default',
      'account:a/robot',
      '(user:system:orch-proxy)',
    ])
    expect(personOfSubject({ kind: 'ServiceAccount', name: 'x' }, 'n')).toEqual({
      kind: 'ServiceAccount',
      name: 'x',
      namespace: 'n',
    })
  })
})
