import { expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { revisionRollouts } from './revision-rollouts'
import { DAEMON_SETS, STATEFUL_SETS } from './workload-targets'

const HASH = 'controller-revision-hash'
const owned = [{ apiVersion: 'apps/v1', kind: 'Set', name: 'db', uid: 'w', controller: true }]
const template = (image: string) => ({
  metadata: { labels: { app: 'db' } },
  spec: { containers: [{ name: 'c', image }] },
})
const revision = (n: number): ApiObject => ({
  metadata: { name: `db-h${n}`, uid: `r${n}`, labels: { [HASH]: `h${n}` }, ownerReferences: owned },
  data: { spec: { template: { ...template(`db:${n}`), $patch: 'replace' } } },
  revision: n,
})
const pod = (name: string, mark: string, reason?: string): ApiObject => ({
  metadata: { name, uid: name, labels: { [HASH]: mark }, ownerReferences: owned },
  status: { phase: 'Pending', ...(reason && { containerStatuses: [{ state: { waiting: { reason } } }] }) },
})
const workload = (spec: object, status: object): ApiObject => ({
  metadata: { name: 'db', namespace: 'default', uid: 'w', generation: 2 },
  spec: { template: template('db:2'), ...spec },
  status: { observedGeneration: 2, ...status },
})
const stateful = (status: object, spec: object = {}) => workload({ replicas: 2, serviceName: 'db', ...spec }, status)
const of = (one: ApiObject, pods: readonly ApiObject[]) =>
  revisionRollouts(STATEFUL_SETS, 'StatefulSet', [one], [revision(1), revision(2)], pods)[0]

it.each([
  ['complete', { updatedReplicas: 2, readyReplicas: 2, replicas: 2 }, [], 'Complete'],
  ['rolling out', { updatedReplicas: 1, readyReplicas: 2, replicas: 2 }, [pod('db-1', 'db-h2')], 'Rolling out'],
  ['stuck', { updatedReplicas: 1 }, [pod('db-1', 'db-h2', 'ImagePullBackOff')], 'Stuck: ImagePullBackOff'],
  ['not stuck on old pods', {}, [pod('db-1', 'db-h1', 'ImagePullBackOff')], 'Rolling out'],
])('says that it is %s', (_, status, pods, word) => {
  expect(of(stateful(status), pods)?.word).toBe(word)
})

it('shows the pods of each revision, and restores the one before', () => {
  const rollout = of(stateful({}), [pod('db-0', 'db-h1'), pod('db-1', 'db-h2')])
  expect(rollout?.sets.map(({ revision: n, current, pods }) => [n, current, pods.length])).toEqual([
    [2, true, 1],
    [1, false, 1],
  ])
  expect(rollout?.previous?.template).toEqual(template('db:1'))
})

it('finds the pods of a DaemonSet by the hash of the revision, and counts nodes', () => {
  const status = { desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 }
  const [rollout] = revisionRollouts(DAEMON_SETS, 'DaemonSet', [workload({}, status)], [revision(2)], [pod('a', 'h2')])
  expect(rollout).toMatchObject({ word: 'Complete', wanted: 3, updated: 3, available: 3 })
  expect(rollout?.sets[0]?.pods).toHaveLength(1)
})

it.each([
  ['in order', {}, 'from the last pod to the first, one at a time'],
  ['a part', { rollingUpdate: { partition: 1 } }, 'from the last pod down to number 1'],
  ['by hand', { type: 'OnDelete' }, 'a pod gets the new template when somebody deletes it'],
])('tells how a StatefulSet is updated: %s', (_, updateStrategy, limits) => {
  expect(of(stateful({}, { updateStrategy }), [])?.limits).toBe(limits)
})
