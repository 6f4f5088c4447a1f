// Fields that a release does not know yet, and fields that it knows but has switched off.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNamespace, startAdminsCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
const post = (path: string, body: object) => cluster.send('POST', path, body)
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  await createNamespace(cluster, 'n')
})
afterAll(() => cluster.stop())

const CLAIM = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
const pod = (spec: object) => ({
  automountServiceAccountToken: false,
  containers: [{ name: 'a', image: 'b' }],
  ...spec,
})
const at = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object)

test.each<[what: string, spec: object, status: number, path: string, value: unknown]>([
  [
    'no default stands in for a source that is switched off',
    { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: CLAIM } }] },
    422,
    'details.causes.0.field',
    'spec.volumes[0]',
  ],
  ['a volume of which nothing is said', { volumes: [{ name: 'v' }] }, 201, 'spec.volumes.0.emptyDir', {}],
  ['a field of the wrong type that is not known yet', { os: 7 }, 201, 'spec.os', undefined],
  ['a field of the right type that is not known yet', { os: { name: 'linux' } }, 201, 'spec.os', undefined],
  ['a field of the wrong type that is known', { hostNetwork: 7 }, 400, 'reason', 'BadRequest'],
])('%s', async (_what, spec, status, path, value) => {
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'p-' }, spec: pod(spec) }
  const response = await post('/api/v1/namespaces/n/pods', body)
  expect(response.status).toBe(status)
  expect(at(await response.json(), path)).toEqual(value)
})

test.each<[given: object, fields: string[]]>([
  [{ expirationSeconds: 'soon' }, ['spec.request']],
  [{ signerName: '' }, ['spec.request', 'spec.signerName']],
  [{ usages: [] }, ['spec.request', 'spec.usages']],
])('a request for a certificate through v1beta1 that says %j', async (given, fields) => {
  const apiVersion = 'certificates.orch.io/v1beta1'
  const response = await post(`/apis/${apiVersion}/certificatesigningrequests`, {
    apiVersion,
    kind: 'CertificateSigningRequest',
    metadata: { name: 'c' },
    spec: { request: 'eA==', ...given },
  })
  const { details } = (await response.json()) as { details?: { causes: { field: string }[] } }
  expect(details?.causes.map(({ field }) => field).sort()).toEqual(fields)
})
