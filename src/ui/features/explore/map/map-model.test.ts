import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import type { ResourceInfo } from '../../../queries/discovery'
import { resourceInfo } from '../../../queries/discovery.testing'
import type { Whole } from '../../../queries/related'
import type { Known, Relations } from '../../../queries/relations'
import { layOutMap } from './map-layout'
import { clusterMap, type MapOptions } from './map-model'
import { type Layer, LAYERS } from './map-graph'

const info = (kind: string, resource: string, group = '', namespaced = true): ResourceInfo =>
  resourceInfo(kind, { resource, group, namespaced })
const PODS = info('Pod', 'pods')
const RBAC = 'rbac.authorization.orch.io'

const whole = (
  of: ResourceInfo,
  name: string,
  more: Partial<ApiObject> = {},
  meta: ApiObject['metadata'] = {},
): Whole => ({
  info: of,
  object: {
    ...more,
    metadata: { name, ...(of.namespaced && { namespace: 'shop' }), uid: `${of.resource}/${name}`, ...meta },
  },
})
const ownedBy = (kind: string, uid: string): ApiObject['metadata'] => ({
  labels: { app: 'web' },
  ownerReferences: [{ apiVersion: 'v1', kind, name: '', uid, controller: true }],
})
const pod = (name: string): Whole =>
  whole(
    PODS,
    name,
    { spec: { nodeName: 'n1', volumes: [{ configMap: { name: 'settings' } }], serviceAccountName: 'web' } },
    ownedBy('ReplicaSet', 'replicasets/rs'),
  )

const OBJECTS: readonly Whole[] = [
  whole(info('ReplicaSet', 'replicasets', 'apps'), 'rs'),
  pod('p1'),
  pod('p2'),
  whole(info('Service', 'services'), 'web', { spec: { selector: { app: 'web' } } }),
  whole(info('Ingress', 'ingresses', 'networking.orch.io'), 'front', {
    spec: { backend: { service: { name: 'web' } } },
  }),
  whole(info('ConfigMap', 'configmaps'), 'settings'),
  whole(info('ConfigMap', 'configmaps'), 'alone'),
  whole(info('ServiceAccount', 'serviceaccounts'), 'web'),
  whole(info('Role', 'roles', RBAC), 'reader'),
  whole(info('RoleBinding', 'rolebindings', RBAC), 'web-reads', {
    roleRef: { apiGroup: RBAC, kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: 'shop' }],
  }),
  whole(info('Node', 'nodes', '', false), 'n1'),
  whole(info('Node', 'nodes', '', false), 'n2'),
]

function relationsOf(objects: readonly Whole[]): Relations {
  const all = objects.map(({ info: of, object }): Known => ({ info: of, meta: object.metadata }))
  return { all, byUid: new Map(all.map((known) => [known.meta.uid ?? '', known])), byOwner: new Map(), unread: [] }
}
const options = (more: Partial<MapOptions> = {}): MapOptions => ({
  layers: new Set(LAYERS.map(({ id }) => id)),
  words: '',
  system: false,
  lonely: false,
  ...more,
})
const joins = (more: Partial<MapOptions> = {}, objects = OBJECTS): string[] =>
  clusterMap(relationsOf(objects), objects, options(more)).edges.map(
    ({ from, to, layer }) => `${layer}: ${from} → ${to}`,
  )
const only = (layer: Layer): Partial<MapOptions> => ({ layers: new Set([layer]) })

describe('the map', () => {
  it.each<[Layer, readonly string[]]>([
    ['owners', ['owners: replicasets/rs → pods/p1', 'owners: replicasets/rs → pods/p2']],
    ['selectors', ['selectors: services/web → pods/p1', 'selectors: services/web → pods/p2']],
    ['traffic', ['traffic: ingresses/front → services/web']],
    ['mounts', ['mounts: pods/p1 → configmaps/settings', 'mounts: pods/p2 → configmaps/settings']],
    ['roles', ['roles: rolebindings/web-reads → roles/reader', 'roles: serviceaccounts/web → rolebindings/web-reads']],
  ])('has the layer %s', (layer, expected) => {
    expect(joins(only(layer)).sort()).toEqual([...expected].sort())
  })

  it('shows related objects, and those cluster-scoped objects that namespaced ones relate to', () => {
    const names = (more: Partial<MapOptions>) =>
      clusterMap(relationsOf(OBJECTS), OBJECTS, options(more)).nodes.map(({ id }) => id)
    expect(names({})).not.toContain('configmaps/alone')
    expect(names({})).toContain('nodes/n1')
    expect(names({})).not.toContain('nodes/n2')
    expect(names({ lonely: true })).toContain('configmaps/alone')
    expect(names(only('owners'))).not.toContain('roles/reader')
    expect(names({ namespace: 'other' })).toEqual([])
    expect(names({ words: 'service web' })).toEqual(['services/web', 'serviceaccounts/web'])
  })

  it('joins what selects pods to the workload that would make them, until they exist', () => {
    const template = { metadata: { labels: { app: 'web' } } }
    const deployment = whole(info('Deployment', 'deployments', 'apps'), 'web', { spec: { template } })
    const made = whole(
      info('ReplicaSet', 'replicasets', 'apps'),
      'rs',
      { spec: { template } },
      ownedBy('Deployment', 'd'),
    )
    const jobs = whole(info('CronJob', 'cronjobs', 'batch'), 'nightly', {
      spec: { jobTemplate: { spec: { template } } },
    })
    const service = whole(info('Service', 'services'), 'web', { spec: { selector: { app: 'web' } } })
    const selected = (objects: readonly Whole[]) => joins(only('selectors'), objects)
    expect(selected([service, deployment, made, jobs])).toEqual([
      'selectors: services/web → deployments/web',
      'selectors: services/web → cronjobs/nightly',
    ])
    expect(selected([service, deployment, pod('p1')])).toEqual(['selectors: services/web → pods/p1'])
    const elsewhere = whole(
      info('Deployment', 'deployments', 'apps'),
      'far',
      { spec: { template } },
      { namespace: 'far' },
    )
    expect(selected([service, elsewhere])).toEqual([])
  })

  it('counts what matches and is joined to nothing', () => {
    const apart = (more: Partial<MapOptions>) => clusterMap(relationsOf(OBJECTS), OBJECTS, options(more)).apart
    expect(apart({})).toBe(1)
    expect(apart({ lonely: true })).toBe(0)
    expect(apart({ words: 'nothing' })).toBe(0)
  })

  it('draws many of one owner as one', () => {
    const many = [...OBJECTS, ...['p3', 'p4', 'p5', 'p6'].map(pod)]
    const { nodes, edges } = clusterMap(relationsOf(many), many, options())
    expect(nodes.filter(({ kind }) => kind === 'Pod').map(({ count }) => count)).toEqual([6])
    expect(edges.filter(({ layer }) => layer === 'selectors')).toHaveLength(1)
  })

  it('gives everything a place of its own in the frame of its namespace', () => {
    const { placed, frames } = layOutMap(clusterMap(relationsOf(OBJECTS), OBJECTS, options()))
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(placed.length)
    expect(frames.map(({ namespace }) => namespace)).toEqual(['shop', ''])
    for (const { node, x, y } of placed) {
      const frame = frames.find(({ namespace }) => namespace === node.namespace)
      expect(frame && x > frame.x && y > frame.y && x < frame.x + frame.width && y < frame.y + frame.height).toBe(true)
    }
  })

  it('puts what belongs to no namespace on the right, where the pods that use it point', () => {
    const { frames } = layOutMap(clusterMap(relationsOf(OBJECTS), OBJECTS, options()))
    const [shop, cluster] = frames.map(({ x, width }) => ({ x, right: x + width }))
    expect(cluster?.right).toBe(shop?.right)
    expect(cluster?.x).toBeGreaterThan(shop?.x ?? Infinity)
  })
})
