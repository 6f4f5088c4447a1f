import { describe, expect, it } from 'vitest'
import {
  groupDocument,
  groupListDocument,
  resourceListDocument,
  versionsDocument,
  type DiscoveredType,
} from './discovery'
import { releaseOf, servedResources } from './releases'
import { StorageVersionHashes } from './storage-version-hash'

const types = servedResources(releaseOf('1.20'))
const custom = (version: string, group = 'example.com'): DiscoveredType => ({
  group,
  version,
  resource: 'things',
  singular: 'thing',
  kind: 'Thing',
  namespaced: true,
  verbs: ['get', 'list', 'watch'],
  shortNames: ['tg'],
  categories: [],
  subresources: new Map([['status', { name: 'status', kind: 'Thing', verbs: ['get', 'patch', 'update'] }]]),
  custom: true,
  hub: { storedAs: { group, version: 'v1', kind: 'Thing' } },
})

describe('discovery', () => {
  it('names the core versions', () => {
    expect(versionsDocument(types, 'localhost:1')).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'localhost:1' }],
    })
  })

  it('describes one group', () => {
    const v1 = { groupVersion: 'apps/v1', version: 'v1' }
    expect(groupDocument(types, 'apps')).toEqual({
      kind: 'APIGroup',
      apiVersion: 'v1',
      name: 'apps',
      versions: [v1],
      preferredVersion: v1,
    })
    expect(groupDocument(types, 'batch')).toMatchObject({
      preferredVersion: { version: 'v1' },
      versions: [{ version: 'v1' }, { version: 'v1beta1' }],
    })
    expect(groupDocument(types, 'none.example.com')).toBeUndefined()
    expect(groupDocument(types, '')).toBeUndefined()
  })

  it('lists custom groups by name after the others, their versions by stability', () => {
    const list = groupListDocument([
      custom('v1beta1', 'z.example.com'),
      custom('v1', 'a.example.com'),
      ...types,
      custom('v2', 'z.example.com'),
    ])
    const groups = list.groups as { name: string; versions: { version: string }[] }[]
    expect(groups[0]?.name).toBe('apiregistration.orch.io')
    expect(groups.slice(-2).map(({ name }) => name)).toEqual(['a.example.com', 'z.example.com'])
    expect(groups.at(-1)?.versions.map(({ version }) => version)).toEqual(['v2', 'v1beta1'])
  })

  it('lists the resources of a version by name', () => {
    expect(resourceListDocument(types, 'policy', 'v1beta1')).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'policy/v1beta1',
      resources: [
        {
          name: 'poddisruptionbudgets',
          singularName: '',
          namespaced: true,
          kind: 'PodDisruptionBudget',
          verbs: expect.arrayContaining(['watch']) as unknown,
          shortNames: ['pdb'],
        },
        {
          name: 'poddisruptionbudgets/status',
          singularName: '',
          namespaced: true,
          kind: 'PodDisruptionBudget',
          verbs: ['get', 'patch', 'update'],
        },
        {
          name: 'podsecuritypolicies',
          singularName: '',
          namespaced: false,
          kind: 'PodSecurityPolicy',
          verbs: expect.arrayContaining(['watch']) as unknown,
          shortNames: ['psp'],
        },
      ],
    })
    expect(resourceListDocument(types, 'policy', 'v1')).toBeUndefined()
  })

  it('shows singular names and a word for the stored form of custom types', async () => {
    const hashes = new StorageVersionHashes(crypto)
    await hashes.learn([custom('v1'), custom('v2')])
    const hash = (type: DiscoveredType): unknown =>
      (resourceListDocument([type], 'example.com', type.version, { hashes })?.resources as unknown[])[0]
    expect(hash(custom('v1'))).toMatchObject({
      singularName: 'thing',
      storageVersionHash: expect.stringMatching(/^[\w+/]{11}=$/) as unknown,
    })
    expect(hash(custom('v1'))).toMatchObject({
      storageVersionHash: (hash(custom('v2')) as { storageVersionHash: string }).storageVersionHash,
    })
  })
})
