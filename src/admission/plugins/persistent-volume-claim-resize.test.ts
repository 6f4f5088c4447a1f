import { expect, test } from 'vitest'
import { AdmissionStage, configured } from '../../testing/admission-stage'
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize'
import { persistentVolumeLabel } from './persistent-volume-label'
import { storageObjectInUseProtection } from './storage-object-in-use-protection'
import { taintNodesByCondition } from './taint-nodes-by-condition'

const claim = (storage: string, phase = 'Bound', storageClassName?: string) => ({
  metadata: { name: 'c', namespace: 'ns' },
  spec: { ...(storageClassName && { storageClassName }), resources: { requests: { storage } } },
  status: { phase },
})

test.each([
  ['grows where it may', claim('2Gi', 'Bound', 'grow'), claim('1Gi', 'Bound', 'grow'), 'passed'],
  ['grows where nothing is said', claim('2Gi', 'Bound', 'silent'), claim('1Gi', 'Bound', 'silent'), '403'],
  ['grows where it may not', claim('2Gi', 'Bound', 'fixed'), claim('1Gi', 'Bound', 'fixed'), '403'],
  ['grows without a class', claim('2Gi'), claim('1Gi'), '403'],
  ['grows with a class that is gone', claim('2Gi', 'Bound', 'gone'), claim('1Gi', 'Bound', 'gone'), '403'],
  ['grows before it is bound', claim('2Gi', 'Pending', 'grow'), claim('1Gi', 'Pending', 'grow'), '403'],
  ['stays as it is in other words', claim('1024Mi', 'Bound', 'fixed'), claim('1Gi', 'Bound', 'fixed'), 'passed'],
  ['shrinks', claim('1Gi', 'Bound', 'fixed'), claim('2Gi', 'Bound', 'fixed'), 'passed'],
])('a claim %s', async (_, object, oldObject, expected) => {
  const stage = new AdmissionStage().put(
    'storage.orch.io/storageclasses',
    { metadata: { name: 'grow' }, allowVolumeExpansion: true },
    { metadata: { name: 'fixed' }, allowVolumeExpansion: false },
    { metadata: { name: 'silent' } },
  )
  const verdict = await stage.verdict(persistentVolumeClaimResize(stage.environment), {
    of: 'persistentvolumeclaims',
    object,
    oldObject,
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test.each([
  ['persistentvolumeclaims', undefined, ['orch.io/pvc-protection']],
  ['persistentvolumes', ['a/b'], ['a/b', 'orch.io/pv-protection']],
  ['persistentvolumes', ['orch.io/pv-protection'], ['orch.io/pv-protection']],
  ['pods', undefined, undefined],
])('finalizers of new %s', async (of, finalizers, expected) => {
  const object = { metadata: { name: 'a', ...(finalizers && { finalizers }) } }
  const passed = await new AdmissionStage().pass(storageObjectInUseProtection(), { of, object })
  expect(passed?.metadata.finalizers).toEqual(expected)
})

const NOT_READY = { key: 'node.orch.io/not-ready', effect: 'NoSchedule' }
test.each([
  ['none', undefined, [NOT_READY]],
  ['another', [{ key: 'a', effect: 'NoExecute' }], [{ key: 'a', effect: 'NoExecute' }, NOT_READY]],
  ['the same', [NOT_READY], [NOT_READY]],
  ['another effect', [{ ...NOT_READY, effect: 'NoExecute' }], [{ ...NOT_READY, effect: 'NoExecute' }, NOT_READY]],
])('a new node with the taint %s', async (_, taints, expected) => {
  const object = { metadata: { name: 'n' }, spec: taints ? { taints } : {} }
  const passed = await new AdmissionStage().pass(taintNodesByCondition(), { of: 'nodes', object })
  expect(passed?.spec).toEqual({ taints: expected })
})

const CLOUD = configured('volumes: [{name: vol-1, region: north, zone: north-a}]')
const disk = { awsElasticBlockStore: { volumeID: 'vol-1' } }
const volume = (spec: object, metadata: object = {}) => ({ metadata: { name: 'v', ...metadata }, spec })
const term = (...pairs: [string, string[]][]) => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: pairs.map(([key, values]) => ({ key, operator: 'In', values })) }],
  },
})
const LABELS = { 'topology.orch.io/region': 'north', 'topology.orch.io/zone': 'north-a' }

test('a volume of the cloud gets its labels, and its nodes', async () => {
  const stage = new AdmissionStage()
  const passed = await stage.pass(persistentVolumeLabel(stage.environment, CLOUD), {
    of: 'persistentvolumes',
    object: volume(disk, { labels: { a: 'b', 'topology.orch.io/zone': 'preferred' } }),
  })
  expect(passed?.metadata.labels).toEqual({ a: 'b', ...LABELS })
  expect(passed?.spec).toEqual({
    ...disk,
    nodeAffinity: term(['topology.orch.io/region', ['north']], ['topology.orch.io/zone', ['north-a']]),
  })
})

test('the labels of a provisioner are trusted, and an affinity that speaks of them stays', async () => {
  const stage = new AdmissionStage()
  const nodeAffinity = term(['topology.orch.io/zone', ['c']])
  const passed = await stage.pass(persistentVolumeLabel(stage.environment), {
    of: 'persistentvolumes',
    object: volume({ ...disk, nodeAffinity }, { labels: LABELS, annotations: { 'pv.orch.io/provisioned-by': 'x' } }),
  })
  expect(passed?.metadata.labels).toEqual(LABELS)
  expect(passed?.spec).toEqual({ ...disk, nodeAffinity })
})

test.each([
  ['no cloud', undefined, disk, 'no AWS cloud provider'],
  ['an unknown volume', CLOUD, { gcePersistentDisk: { pdName: 'x' } }, 'GCE cloud provider does not know'],
  ['a volume of no cloud', undefined, { hostPath: { path: '/' } }, 'passed'],
])('labels with %s', async (_, configuration, spec, expected) => {
  const stage = new AdmissionStage()
  const plugin = persistentVolumeLabel(stage.environment, configuration)
  expect(await stage.verdict(plugin, { of: 'persistentvolumes', object: volume(spec) })).toContain(expected)
})
test('a cloud volume without a zone is refused', () => {
  const stage = new AdmissionStage()
  expect(() => persistentVolumeLabel(stage.environment, configured('volumes: [{name: v}]'))).toThrow('volumes[0] needs')
})
