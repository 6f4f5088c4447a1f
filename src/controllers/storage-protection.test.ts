import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStatus } from '../client/status-error'
import type { ApiObject } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'

const core = (resource: string, namespace?: string) => ({ group: '', version: 'v1', resource, namespace })
const CLAIMS = core('persistentvolumeclaims', 'default')
const PODS = core('pods', 'default')
const VOLUMES = core('persistentvolumes')

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
  await until(() => cluster.admin.get(core('serviceaccounts', 'default'), 'default').catch(() => undefined), Boolean)
})
afterAll(() => cluster.stop())

const exists = (target: typeof CLAIMS, name: string) =>
  cluster.admin.get(target, name).then(
    (object): ApiObject | undefined => object,
    (error: unknown) => {
      if (isStatus(error, 'NotFound')) return undefined
      throw error
    },
  )
const gone = (object: unknown) => object === undefined
const claim = (name: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})
const user = (name: string, claimName: string, nodeName?: string) => ({
  metadata: { name },
  spec: {
    ...(nodeName && { nodeName }),
    containers: [{ name: 'c', image: 'i' }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
  },
})

test('an unused claim is deleted at once', async () => {
  const { admin } = cluster
  await admin.create(CLAIMS, claim('idle'))
  await admin.create(PODS, user('waiting', 'idle'))
  await admin.delete(CLAIMS, 'idle')
  await until(() => exists(CLAIMS, 'idle'), gone)
})

test.each(['Running', 'Succeeded'])('a claim stays until its pod is gone, even if it is %s', async (phase) => {
  const { admin } = cluster
  await admin.create(CLAIMS, claim('busy'))
  await until(() => exists(PODS, 'runner'), gone)
  await admin.create(PODS, user('runner', 'busy', 'node'))
  await admin.patch(PODS, 'runner', 'merge', { status: { phase } }, { subresource: 'status' })
  await admin.create(CLAIMS, claim('other'))
  await admin.delete(CLAIMS, 'busy')
  await admin.delete(CLAIMS, 'other')
  // When the other claim has gone the controller has had its turn.
  await until(() => exists(CLAIMS, 'other'), gone)
  expect((await exists(CLAIMS, 'busy'))?.metadata.deletionTimestamp).toBeDefined()
  await admin.delete(PODS, 'runner', { query: { gracePeriodSeconds: 0 } })
  await until(() => exists(CLAIMS, 'busy'), gone)
})

test('a volume stays as long as it is bound', async () => {
  const { admin } = cluster
  await admin.create(VOLUMES, {
    metadata: { name: 'v' },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
  })
  await admin.patch(VOLUMES, 'v', 'merge', { status: { phase: 'Bound' } }, { subresource: 'status' })
  await admin.delete(VOLUMES, 'v')
  expect((await exists(VOLUMES, 'v'))?.metadata.finalizers).toEqual(['orch.io/pv-protection'])
  await admin.patch(VOLUMES, 'v', 'merge', { status: { phase: 'Released' } }, { subresource: 'status' })
  await until(() => exists(VOLUMES, 'v'), gone)
})

test('what lives without its finalizer gets it', async () => {
  const { admin } = cluster
  await admin.create(CLAIMS, claim('bare'))
  await admin.patch(CLAIMS, 'bare', 'merge', { metadata: { finalizers: null } })
  await until(
    () => exists(CLAIMS, 'bare'),
    (object) => object?.metadata.finalizers?.includes('orch.io/pvc-protection') === true,
  )
})
