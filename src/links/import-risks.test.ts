import { describe, expect, it } from 'vitest'
import { importRisks } from './import-risks'

const entries = (all: Readonly<Record<string, unknown>>) =>
  new Map(Object.entries(all).map(([key, value]) => [key, JSON.stringify(value)]))
const HOOKS = '/admissionregistration.orch.io/mutatingwebhookconfigurations/trap'
const BINDING = '/rbac.authorization.orch.io/clusterrolebindings/trap'
const to = (name: string, role: string) => ({ roleRef: { name: role }, subjects: [{ kind: 'User', name }] })

describe('what an import can do', () => {
  it.each<[string, string, unknown, string[]]>([
    [
      'a webhook at an address',
      HOOKS,
      { webhooks: [{ clientConfig: { url: 'https://stranger.example/x?token=1' } }] },
      ['The webhook configuration trap sends objects to https://stranger.example.'],
    ],
    [
      'a webhook behind a service',
      HOOKS,
      { webhooks: [{ clientConfig: { service: { namespace: 'a', name: 'b' } } }] },
      ['The webhook configuration trap sends objects to the service a/b.'],
    ],
    [
      'a conversion',
      '/apiextensions.orch.io/customresourcedefinitions/trap',
      { spec: { conversion: { webhook: { clientConfig: { url: 'https://stranger.example/' } } } } },
      ['The custom resource definition trap sends objects to https://stranger.example.'],
    ],
    [
      'everybody',
      BINDING,
      to('system:anonymous', 'view'),
      ['The binding trap gives the role view to system:anonymous.'],
    ],
    [
      'an administrator, stored as text',
      BINDING,
      JSON.stringify(to('mallory', 'cluster-admin')),
      ['The binding trap makes mallory a cluster administrator.'],
    ],
    ['an ordinary binding', BINDING, to('alice', 'view'), []],
    ['no object', BINDING, 5, []],
    ['nonsense inside', HOOKS, { webhooks: [null, 5, { clientConfig: 'x' }] }, []],
    ['a resource named like a method', '/core/constructor/x', { webhooks: [] }, []],
    ['a text that is no JSON', BINDING, '{', []],
  ])('%s', (_what, key, value, expected) => {
    expect(importRisks(new Map(), entries({ [key]: value }))).toEqual(expected)
  })

  it('is only what changes', () => {
    const same = entries({ [BINDING]: to('system:authenticated', 'edit') })
    expect(importRisks(same, same)).toEqual([])
  })
})
