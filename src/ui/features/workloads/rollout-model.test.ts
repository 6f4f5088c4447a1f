import { expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { isComplete, isOverdue } from '../../components/run-until/conditions'
import { rollouts } from './rollout-model'

const owned = (kind: string, uid: string) => [{ apiVersion: 'v1', kind, name: uid, uid, controller: true }]
const template = (image: string, hash?: string) => ({
  metadata: { labels: { app: 'web', ...(hash && { 'pod-template-hash': hash }) } },
  spec: { containers: [{ name: 'c', image }] },
})
const deployment = (status: object): ApiObject => ({
  metadata: { name: 'web', namespace: 'default', uid: 'd', generation: 2 },
  spec: { replicas: 2, template: template('shop:2') },
  status: { observedGeneration: 2, ...status },
})
const set = (revision: number, replicas: number): ApiObject => ({
  metadata: {
    name: `web-${revision}`,
    uid: `s${revision}`,
    annotations: { 'deployment.orch.io/revision': String(revision) },
    ownerReferences: owned('Deployment', 'd'),
  },
  spec: { replicas, template: template(`shop:${revision}`, `h${revision}`) },
})
const pod = (name: string, of: number, reason?: string): ApiObject => ({
  metadata: { name, uid: name, ownerReferences: owned('ReplicaSet', `s${of}`) },
  status: { phase: 'Pending', ...(reason && { containerStatuses: [{ state: { waiting: { reason } } }] }) },
})

it.each([
  ['complete', { updatedReplicas: 2, availableReplicas: 2, replicas: 2 }, [], 'Complete'],
  ['rolling out', { updatedReplicas: 1, availableReplicas: 2, replicas: 3 }, [pod('a', 2)], 'Rolling out'],
  ['stuck on a pod', { updatedReplicas: 1 }, [pod('a', 2, 'ImagePullBackOff')], 'Stuck: ImagePullBackOff'],
  [
    'past its deadline',
    { conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] },
    [],
    'Stuck: deadline exceeded',
  ],
  [
    'stuck on a quota',
    { conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota' }] },
    [],
    'Stuck: FailedCreate',
  ],
])('says that it is %s', (_, status, pods, word) => {
  expect(rollouts([deployment(status)], [set(1, 1), set(2, 2)], pods)[0]?.word).toBe(word)
  expect(isComplete(deployment(status))).toBe(word === 'Complete')
  expect(isOverdue(deployment(status))).toBe(word === 'Stuck: deadline exceeded')
})

it('shows the new set before the old one, then earlier ones', () => {
  const [rollout] = rollouts(
    [deployment({})],
    [set(1, 1), set(2, 2), { ...set(3, 0), metadata: { name: 'x' } }],
    [pod('a', 1)],
  )
  expect(rollout?.sets.map(({ revision, current, pods }) => [revision, current, pods.length])).toEqual([
    [2, true, 0],
    [1, false, 1],
  ])
  expect(rollout?.previous?.template).toEqual(template('shop:1'))
})

it.each([
  ['by default', undefined, 'at most 5 pods, at least 3 available'],
  ['in numbers', { rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } }, 'at most 6 pods, at least 4 available'],
  ['never without both', { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }, 'at most 4 pods, at least 3 available'],
  ['recreated', { type: 'Recreate' }, 'all old pods end before new ones start'],
])('tells the limits of a rollout: %s', (_, strategy, limits) => {
  const rolling = { rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } }
  const spec = { replicas: 4, template: template('shop:2'), strategy: strategy ?? rolling }
  expect(rollouts([{ ...deployment({}), spec }], [], [])[0]?.limits).toBe(limits)
})
