import { describe, expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, refusals, short, updateRefusals } from '../../../testing/kinds'
import type { KindBehaviour } from '../../kind'
import { controllerRevision } from './controller-revision/controller-revision'
import { daemonSet } from './daemon-set/daemon-set'
import { deployment } from './deployment/deployment'
import { replicaSet } from './replica-set/replica-set'
import { statefulSet } from './stateful-set/stateful-set'

const template = (spec: object = {}, labels: object = { a: 'b' }) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'x' }], ...spec },
})
const of = (spec: object = {}) => ({ spec: { selector: { matchLabels: { a: 'b' } }, template: template(), ...spec } })
const spec = (object: ApiObject) => object['spec'] as Record<string, unknown>

test.each<[string, KindBehaviour, object, string[]]>([
  ['a deployment', deployment, of(), []],
  [
    'no template',
    deployment,
    of({ template: undefined }),
    ['Invalid spec.template.metadata.labels', 'Required spec.template.spec.containers'],
  ],
  ['an unknown strategy', deployment, of({ strategy: { type: 'Slowly' } }), ['NotSupported spec.strategy']],
  [
    'more than all',
    deployment,
    of({ strategy: { rollingUpdate: { maxUnavailable: '101%' } } }),
    ['Invalid spec.strategy.rollingUpdate.maxUnavailable'],
  ],
  [
    'some of all',
    deployment,
    of({ strategy: { rollingUpdate: { maxSurge: 'some' } } }),
    ['Invalid spec.strategy.rollingUpdate.maxSurge'],
  ],
  [
    'an end in a deployment',
    deployment,
    of({ template: template({ activeDeadlineSeconds: 5 }) }),
    ['Forbidden spec.template.spec.activeDeadlineSeconds'],
  ],
  [
    'a disk for many',
    deployment,
    of({ replicas: 2, template: template({ volumes: [{ name: 'v', gcePersistentDisk: { pdName: 'd' } }] }) }),
    ['Invalid spec.template.spec.volumes[0].gcePersistentDisk.readOnly'],
  ],
  ['a selector of everything', replicaSet, of({ selector: {} }), ['Invalid spec.selector']],
  [
    'a selector with an unknown operator',
    replicaSet,
    of({ selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] }, template: template({ dnsPolicy: 'x' }) }),
    ['Invalid spec.selector', 'Invalid spec.selector.matchExpressions[0].operator'],
  ],
  [
    'such a selector of a deployment',
    deployment,
    of({ selector: { matchLabels: { '-': 'a' } }, template: template({ dnsPolicy: 'x' }) }),
    ['Invalid spec.selector', 'Invalid spec.selector.matchLabels'],
  ],
  [
    'such a selector of a stateful set',
    statefulSet,
    of({ selector: { matchLabels: { '-': 'a' } }, template: template({ restartPolicy: 'Never' }, { '-': 'a' }) }),
    ['Invalid spec.selector', 'Invalid spec.selector.matchLabels', 'NotSupported spec.template.spec.restartPolicy'],
  ],
  [
    'such a selector of a daemon set',
    daemonSet,
    of({ selector: { matchLabels: { '-': 'a' } }, template: template({ dnsPolicy: 'x' }) }),
    ['Invalid spec.selector.matchLabels', 'NotSupported spec.template.spec.dnsPolicy'],
  ],
  [
    'a set without a selector',
    daemonSet,
    { spec: { template: template() } },
    ['Invalid spec.template.metadata.labels'],
  ],
  [
    'surge and gaps at once',
    daemonSet,
    of({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }),
    ['Invalid spec.updateStrategy.rollingUpdate.maxSurge'],
  ],
  [
    'neither',
    daemonSet,
    of({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } }),
    ['Required spec.updateStrategy.rollingUpdate.maxUnavailable'],
  ],
  [
    'mounts of claims to come',
    statefulSet,
    of({
      template: template({
        containers: [{ name: 'c', image: 'x', volumeMounts: [{ name: 'later', mountPath: '/x' }] }],
      }),
    }),
    [],
  ],
  ['an unknown order', statefulSet, of({ podManagementPolicy: 'Random' }), ['Invalid spec.podManagementPolicy']],
  [
    'a partition of nothing',
    statefulSet,
    of({ updateStrategy: { rollingUpdate: { partition: -1 } } }),
    ['Invalid spec.updateStrategy.rollingUpdate.partition'],
  ],
  ['a state of nothing', controllerRevision, { revision: -1 }, ['Invalid revision', 'Required data']],
])('%s', (_, kind, body, expected) => expect(refusals(kind, body)).toEqual(expected))

test.each([
  [undefined, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
  [{ type: 'RollingUpdate' }, { type: 'RollingUpdate' }],
  [{ rollingUpdate: {} }, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
])('the strategy %j of a stateful set is filled in', (updateStrategy, expected) =>
  expect(spec(filled(statefulSet, of({ updateStrategy })))['updateStrategy']).toEqual(expected),
)

test("before 1.22 daemon sets can't surge", () => {
  const body = of({ updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } })
  expect(refusals(daemonSet, body, kindContext({ release: 20 }))).toEqual([
    'Invalid spec.updateStrategy.rollingUpdate.maxUnavailable',
  ])
  expect(spec(filled(daemonSet, of()))).toMatchObject({ updateStrategy: { rollingUpdate: { maxSurge: 0 } } })
})

describe('changes', () => {
  test.each<[string, KindBehaviour, (draft: ApiObject) => void, string[]]>([
    ['of a size', deployment, (draft) => (spec(draft)['replicas'] = 3), []],
    [
      'of a selector',
      deployment,
      (draft) =>
        Object.assign(spec(draft), { selector: { matchLabels: { a: 'c' } }, template: template({}, { a: 'c' }) }),
      ['Invalid spec.selector'],
    ],
    ['of a service', statefulSet, (draft) => (spec(draft)['serviceName'] = 's'), ['Forbidden spec']],
    ['of a pause', statefulSet, (draft) => (spec(draft)['minReadySeconds'] = 3), []],
  ])('%s', (_, kind, change, expected) => expect(updateRefusals(kind, filled(kind, of()), change)).toEqual(expected))

  test('a deployment counts its annotations, a replica set does not', () => {
    const old = filled(deployment, of())
    const annotated = { ...old, metadata: { ...old.metadata, annotations: { a: 'b' } } }
    const grows = deployment.generation as (object: ApiObject, old: ApiObject) => boolean
    expect(grows(annotated, old)).toBe(true)
    expect(grows(old, old)).toBe(false)
    expect(replicaSet.generation).toBeUndefined()
  })

  test('a daemon set counts its templates', () => {
    const old = filled(daemonSet, of())
    const count = (object: ApiObject) => object.metadata.annotations?.['deprecated.daemonset.template.generation']
    expect(count(old)).toBe('1')
    const draft: ApiObject = {
      ...filled(daemonSet, of({ template: template({ hostname: 'h' }) })),
      metadata: { name: 'a' },
    }
    daemonSet.prepareForUpdate?.(draft, old, kindContext())
    expect(count(draft)).toBe('2')
  })
})

test.each<[KindBehaviour, object, string[]]>([
  [replicaSet, { replicas: 1, readyReplicas: 2 }, ['Invalid status.readyReplicas']],
  [
    deployment,
    { replicas: 1, updatedReplicas: 2, availableReplicas: 1 },
    ['Invalid status.updatedReplicas', 'Invalid status.availableReplicas'],
  ],
  [
    statefulSet,
    { replicas: -1 },
    [
      'Invalid status.replicas',
      'Invalid status.readyReplicas',
      'Invalid status.currentReplicas',
      'Invalid status.updatedReplicas',
      'Invalid status.availableReplicas',
    ],
  ],
  [daemonSet, { numberReady: -1 }, ['Invalid status.numberReady']],
])('counts in a status that are impossible', (kind, status, expected) => {
  const object = { ...filled(kind, of()), status }
  expect(kind.subresources?.['status']?.validateUpdate?.(object, filled(kind, of()), kindContext()).map(short)).toEqual(
    expected,
  )
})

test('a status update of a deployment does not change its labels', () => {
  const old = { ...filled(deployment, of()), metadata: { name: 'a', labels: { a: 'b' } } }
  const object: ApiObject = { ...old, metadata: { name: 'a', labels: { c: 'd' } }, spec: {}, status: { replicas: 1 } }
  deployment.subresources?.['status']?.prepareForUpdate?.(object, old, kindContext())
  expect(object).toEqual({ ...old, status: { replicas: 1 } })
})

test('the scale of a workload contains its selector', () => {
  const selector = {
    matchLabels: { b: 'c' },
    matchExpressions: [
      { key: 'a', operator: 'In', values: ['y', 'x'] },
      { key: 'd', operator: 'DoesNotExist' },
    ],
  }
  expect(deployment.scale?.selector({ metadata: {}, spec: { selector } })).toBe('a in (x,y),b=c,!d')
})

test.each<[KindBehaviour, string, string, string | undefined]>([
  [daemonSet, 'deprecated.daemonset.template.generation', '4', undefined],
  [daemonSet, 'deprecated.daemonset.template.generation', '', 'strconv.ParseInt: parsing "": invalid syntax'],
  [deployment, 'deprecated.deployment.rollback.to', 'x', 'strconv.ParseInt: parsing "x": invalid syntax'],
])('$kind with %s %j', ({ unreadable }, name, value, problem) =>
  expect(unreadable?.({ ...of(), metadata: { name: 'a', annotations: { [name]: value } } })).toBe(problem),
)

test('the data of a revision is immutable, even if it is left out', () => {
  const old = filled(controllerRevision, { data: { a: 1 }, revision: 1 })
  const { data: _, ...bare } = old
  expect(controllerRevision.validateUpdate?.(bare, old, kindContext())).toMatchObject([
    { message: 'Invalid value: "null": field is immutable' },
  ])
})

test('annotations of a stateful set are named as they are written', () => {
  const object = filled(
    statefulSet,
    of({
      serviceName: 's',
      template: { ...template(), metadata: { labels: { a: 'b' }, annotations: { 'Bad_Key!': 'x' } } },
    }),
  )
  expect(statefulSet.validate?.(object, kindContext())[0]?.message).toContain('Invalid value: "Bad_Key!"')
})
