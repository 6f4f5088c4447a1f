// How often callbacks see the deletion of a pod, and with which grace period.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

interface Review {
  readonly apiVersion: string
  readonly request: {
    readonly uid: string
    readonly options: { readonly gracePeriodSeconds?: number }
    readonly oldObject: { readonly metadata: { readonly deletionGracePeriodSeconds?: number } }
  }
}

const PODS = '/api/v1/namespaces/default/pods'
const seen: [grace: number | undefined, marked: number | undefined][] = []
const outside = {
  async fetch(request: Request): Promise<Response> {
    const { apiVersion, request: asked } = (await request.json()) as Review
    seen.push([asked.options.gracePeriodSeconds, asked.oldObject.metadata.deletionGracePeriodSeconds])
    return Response.json({ apiVersion, kind: 'AdmissionReview', response: { uid: asked.uid, allowed: true } })
  },
}
const webhook = {
  name: 'check.example.com',
  clientConfig: { url: 'https://hooks.test/check' },
  rules: [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(
    ['--anonymous-auth=true', '--disable-admission-plugins=ServiceAccount', '--controllers='],
    { outside },
  )
  const path = '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations'
  const answer = await cluster.send('POST', path, { metadata: { name: 'check' }, webhooks: [webhook] })
  expect(answer.status).toBe(201)
})
afterAll(() => cluster.stop())

test.each<[what: string, spec: object, query: string, expected: typeof seen]>([
  [
    'without a node',
    {},
    '',
    [
      [0, undefined],
      [0, 0],
    ],
  ],
  ['without a node, as a dry run', {}, '?dryRun=All', [[0, undefined]]],
  ['on a node', { nodeName: 'n' }, '', [[30, undefined]]],
])('a pod %s', async (what, spec, query, expected) => {
  const name = what.replaceAll(/\W+/g, '-')
  const pod = { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } }
  expect((await cluster.send('POST', PODS, pod)).status).toBe(201)
  seen.length = 0
  expect((await cluster.send('DELETE', `${PODS}/${name}${query}`)).status).toBe(200)
  expect(seen).toEqual(expected)
})
