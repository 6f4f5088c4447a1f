import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { view } from './plugin.testing'
import { firstOf, firstRefusal, judgeAll } from './verdicts'

const NODE: ApiObject = {
  metadata: { name: 'a', labels: { 'topology.orch.io/zone': 'x' } },
  status: { allocatable: { cpu: '4', pods: '9' } },
}
const POD: ApiObject = {
  metadata: { name: 'p', namespace: 'n', uid: 'p' },
  spec: { containers: [], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
}
const OTHER: ApiObject = {
  metadata: { name: 'q', namespace: 'n', uid: 'q' },
  spec: { ...(POD['spec'] as object), nodeName: 'a' },
}
const claim = (spec: object, more: object = {}): ApiObject => ({
  metadata: { name: 'c', namespace: 'n', uid: 'c', ...more },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const elsewhere = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'nowhere', operator: 'Exists' }] }] } }
const volume = (spec: object = {}, labels: Record<string, string> = {}): ApiObject => ({
  metadata: { name: 'v', labels },
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'late', ...spec },
  status: { phase: 'Available' },
})
const late = (more: object = {}): ApiObject => ({
  metadata: { name: 'late' },
  provisioner: 'orch.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
  ...more,
})
const BOUND = { volumeName: 'v', storageClassName: 'late' }
const WAITS = { storageClassName: 'late' }

it.each<
  [string, { claim?: ApiObject; volume?: ApiObject; storageClass?: ApiObject; pods?: ApiObject[] }, string | undefined]
>([
  ['no claim', {}, 'persistentvolumeclaim "c" not found'],
  [
    'a claim that goes',
    { claim: claim({}, { deletionTimestamp: 'now' }) },
    'persistentvolumeclaim "c" is being deleted',
  ],
  ['a claim without a volume', { claim: claim({}) }, 'pod has unbound immediate PersistentVolumeClaims'],
  [
    'a volume that is gone',
    { claim: claim(BOUND) },
    'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)',
  ],
  ['a volume', { claim: claim(BOUND), volume: volume() }, undefined],
  [
    'a volume elsewhere',
    { claim: claim(BOUND), volume: volume({ nodeAffinity: elsewhere }) },
    'node(s) had volume node affinity conflict',
  ],
  ['a volume of its zone', { claim: claim(BOUND), volume: volume({}, { 'topology.orch.io/zone': 'w__x' }) }, undefined],
  [
    'a volume of another zone',
    { claim: claim(BOUND), volume: volume({}, { 'topology.orch.io/zone': 'y' }) },
    'node(s) had no available volume zone',
  ],
  ['a claim that waits, and a volume', { claim: claim(WAITS), storageClass: late(), volume: volume() }, undefined],
  [
    'a claim that waits, and none',
    { claim: claim(WAITS), storageClass: late() },
    "node(s) didn't find available persistent volumes to bind",
  ],
  [
    'a claim that waits, and one elsewhere',
    { claim: claim(WAITS), storageClass: late(), volume: volume({ nodeAffinity: elsewhere }) },
    "node(s) didn't find available persistent volumes to bind",
  ],
  ['a claim that can be provisioned', { claim: claim(WAITS), storageClass: late({ provisioner: 'disks' }) }, undefined],
  [
    'a claim that can be provisioned elsewhere',
    {
      claim: claim(WAITS),
      storageClass: late({
        provisioner: 'disks',
        allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.orch.io/zone', values: ['y'] }] }],
      }),
    },
    "node(s) didn't find available persistent volumes to bind",
  ],
  [
    'a claim for one pod that another one uses',
    { claim: claim({ ...BOUND, accessModes: ['ReadWriteOncePod'] }), volume: volume(), pods: [OTHER] },
    'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
  ],
])('judges %s', (_, { claim: found, volume: there, storageClass, pods = [] }, reason) => {
  const world = view(POD, [NODE], pods, {
    claims: () => found,
    volumes: () => there,
    allVolumes: () => (there ? [there] : []),
    classes: () => storageClass,
  })
  const [judged] = judgeAll(world)
  expect(judged && firstRefusal(judged)[0]?.reason).toBe(reason)
  expect(firstOf(world)?.reason).toBe(reason?.includes('node') ? undefined : reason)
})
