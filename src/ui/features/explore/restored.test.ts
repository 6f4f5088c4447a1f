import { expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { rolloutsOf, withContentOf, withTemplateOf } from './restored'

const LIVE: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', uid: 'u', resourceVersion: '9', generation: 2, labels: { new: 'yes' } },
  data: { a: '2' },
  status: { seen: 2 },
}
const OLD: ApiObject = {
  ...LIVE,
  metadata: { name: 'a', uid: 'u', resourceVersion: '5', creationTimestamp: 'then', annotations: { old: 'yes' } },
  data: { a: '1' },
  status: { seen: 1 },
}

it.each<[string, ApiObject | undefined, boolean, unknown]>([
  [
    'the content, and what belongs to the live object from there',
    LIVE,
    true,
    {
      metadata: { name: 'a', uid: 'u', resourceVersion: '9', generation: 2, annotations: { old: 'yes' } },
      data: { a: '1' },
      status: { seen: 2 },
    },
  ],
  ['the status too, where no subresource guards it', LIVE, false, { status: { seen: 1 } }],
  ['a deleted object as a new one', undefined, true, { metadata: { name: 'a', annotations: { old: 'yes' } } }],
])('restores %s', (_, live, guarded, is) => {
  const next = withContentOf(OLD, live, guarded)
  expect(next).toMatchObject(is as object)
  expect(Object.keys(next.metadata).sort()).toEqual(
    live ? ['annotations', 'generation', 'name', 'resourceVersion', 'uid'] : ['annotations', 'name'],
  )
})

const workload = (kind: string): ApiObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', uid: 'w' },
  spec: { replicas: 3, template: { spec: { containers: [{ name: 'a', image: 'a:2' }] } } },
})
const owned = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'w', controller: true }],
}
const template = (image: string, labels: Record<string, string>) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'a', image }] },
})

it('finds the revisions of a Deployment in its ReplicaSets, and restores one without its hash', () => {
  const set = (number: string, image: string, more = {}): ApiObject => ({
    metadata: { ...owned, name: `web-${number}`, annotations: { 'deployment.orch.io/revision': number, ...more } },
    spec: { template: template(image, { app: 'web', 'pod-template-hash': number }) },
  })
  const foreign: ApiObject = { metadata: { name: 'x', annotations: { 'deployment.orch.io/revision': '7' } } }
  const found = rolloutsOf(workload('Deployment'), [
    set('1', 'a:1', { 'orch.io/change-cause': 'first' }),
    set('2', 'a:2'),
    foreign,
  ])
  expect(found.map(({ number, cause }) => [number, cause])).toEqual([
    [2, undefined],
    [1, 'first'],
  ])
  const first = found[1]
  expect(first && withTemplateOf(workload('Deployment'), first)['spec']).toEqual({
    replicas: 3,
    template: template('a:1', { app: 'web' }),
  })
})

it('finds the revisions of a StatefulSet in its ControllerRevisions', () => {
  const revision: ApiObject = {
    metadata: { ...owned, name: 'web-1' },
    revision: 1,
    data: { spec: { template: { ...template('a:1', { app: 'web' }), $patch: 'replace' } } },
  }
  const [found] = rolloutsOf(workload('StatefulSet'), [revision])
  expect(found?.template).toEqual(template('a:1', { app: 'web' }))
})
