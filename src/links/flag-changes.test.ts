import { describe, expect, it } from 'vitest'
import { FLAGS } from '../flags'
import { PAGE_FLAGS } from '../page-flags'
import { flagChanges } from './flag-changes'

const KUBECONFIG = `data:text/yaml,${encodeURIComponent('clusters:\n- cluster: {server: "https://stranger.example/tokens"}')}`
const ENCODED = `data:;base64,${btoa('server: https://stranger.example:8443/x')}`

describe('what a link would change', () => {
  it.each<[string, string[], string[], boolean, RegExp]>([
    [
      'sends tokens away',
      [],
      [`--authentication-token-webhook-config-file=${KUBECONFIG}`],
      true,
      /bearer tokens to https:\/\/stranger\.example,/,
    ],
    [
      'names an encoded address',
      [],
      [`--authorization-webhook-config-file=${ENCODED}`],
      true,
      /https:\/\/stranger\.example:8443/,
    ],
    ['opens the API', [], ['--anonymous-auth'], true, /without credentials/],
    ['closes it', [], ['--anonymous-auth=false'], false, /Refuses/],
    [
      'turns authorization off',
      ['--authorization-mode=RBAC'],
      ['--authorization-mode', 'AlwaysAllow'],
      true,
      /everybody/,
    ],
    ['takes roles away', ['--authorization-mode=RBAC'], [], true, /roles decide/],
    ['lets roles decide', [], ['--authorization-mode=Node,RBAC'], false, /Roles decide/],
    ['names a key', [], ['--service-account-key-file=data:,k'], true, /Names a key/],
    ['brings credentials', [], ['--token-auth-file=data:,a,b,c'], true, /credentials/],
    ['believes a provider', [], ['--oidc-issuer-url=https://login.example/x'], true, /https:\/\/login\.example/],
    ['turns checks off', [], ['--disable-admission-plugins=NamespaceLifecycle'], true, /NamespaceLifecycle/],
    ['brings an unknown flag', [], ['--no-such-flag=1'], true, /unknown/],
    [
      'names an address where none is expected',
      [],
      ['--cluster-name=https://x.example/'],
      true,
      /https:\/\/x\.example/,
    ],
    ['chooses a release', [], ['--release=1.20'], false, /release 1\.20/],
    ['removes a flag', ['--event-ttl=2h'], [], false, /default/],
  ])('%s', (_what, before, after, danger, text) => {
    const [change, ...more] = flagChanges(before, after)
    expect(more).toEqual([])
    expect(change).toMatchObject({ danger, text: expect.stringMatching(text) as string })
  })

  it('is nothing when only the spelling differs', () => {
    expect(flagChanges(['--release', '1.20', '--anonymous-auth'], ['--anonymous-auth=true', '--release=1.20'])).toEqual(
      [],
    )
  })

  it('says which flag the control plane refuses, and only of that', () => {
    const changes = flagChanges([], ['--no-such-flag=1', '--release=1.20'])
    expect(changes.filter(({ refused }) => refused).map(({ name }) => name)).toEqual(['no-such-flag'])
  })

  it('lists dangerous changes first', () => {
    const names = flagChanges([], ['--release=1.20', '--token-auth-file=data:,a', '--cluster-name=x']).map(
      ({ name }) => name,
    )
    expect(names).toEqual(['token-auth-file', 'release', 'cluster-name'])
  })

  it.each([...PAGE_FLAGS, ...FLAGS].map((flag) => [flag.name, flag] as const))(
    '--%s is described, and a file is dangerous or understood',
    (name, flag) => {
      const [change] = flagChanges([], [`--${name}=${flag.type === 'file' ? 'data:,x' : '1'}`])
      expect(change?.text).toBeTruthy()
      if (flag.type === 'file') expect(change?.danger || name === 'audit-policy-file').toBe(true)
    },
  )
})
