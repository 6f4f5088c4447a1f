import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
})
afterAll(() => cluster.stop())

const MAPS = '/api/v1/namespaces/default/configmaps'
const INGRESSES = '/apis/networking.orch.io/v1/namespaces/default/ingresses'
const REVIEWS = '/apis/authentication.orch.io/v1/tokenreviews'

test.each([
  [
    MAPS,
    'v1',
    'Pod',
    'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
  ],
  [
    MAPS,
    'v1',
    'configmap',
    'configmap in version "v1" cannot be handled as a ConfigMap: no kind "configmap" is registered for version "v1"',
  ],
  [
    MAPS,
    'apps/v1',
    'ConfigMap',
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "apps/v1"',
  ],
  [
    INGRESSES,
    'extensions/v1beta1',
    'Ingress',
    'the API version in the data (extensions/v1beta1) does not match the expected API version (networking.orch.io/v1)',
  ],
  [
    REVIEWS,
    'authentication.orch.io/v1beta1',
    'TokenReview',
    'the API version in the data (authentication.orch.io/v1beta1) does not match the expected API version (authentication.orch.io/v1)',
  ],
])('%s refuses %s %s', async (path, apiVersion, kind, message) => {
  const answer = await cluster.send('POST', path, { apiVersion, kind, metadata: { name: 'a' } })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ reason: 'BadRequest', message })
})
