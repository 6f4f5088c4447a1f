import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../transport/connection'
import { type Cluster, startCluster } from '../../library/cluster'

/** The example of the public documentation, "Configuring the API Server using an Authorization Config File", through the whole server. */
const HOOK = 'https://authz.example.com/authorize'
const CONFIGURATION = {
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AuthorizationConfiguration',
  authorizers: [
    {
      type: 'Webhook',
      name: 'webhook',
      webhook: {
        authorizedTTL: '30s',
        unauthorizedTTL: '30s',
        timeout: '3s',
        subjectAccessReviewVersion: 'v1',
        matchConditionSubjectAccessReviewVersion: 'v1',
        failurePolicy: 'Deny',
        connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/hook.json' },
        matchConditions: [
          { expression: 'has(request.resourceAttributes)' },
          { expression: "request.resourceAttributes.namespace == 'orch-system'" },
          { expression: "request.resourceAttributes.verb in ['get', 'list', 'create']" },
          { expression: "!('system:serviceaccounts:orch-system' in request.groups)" },
        ],
      },
    },
    { type: 'RBAC', name: 'rbac' },
  ],
}
const KUBECONFIG = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'c', cluster: { server: HOOK } }],
  users: [{ name: 'u', user: {} }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
}

let cluster: Cluster
let asked = 0
let answer: object | undefined
beforeAll(async () => {
  cluster = await startCluster({
    flags: ['--release=1.35', '--controllers=-*', '--authorization-config=/authz.json'],
    files: { '/authz.json': JSON.stringify(CONFIGURATION), '/hook.json': JSON.stringify(KUBECONFIG) },
    outside: {
      async fetch(request) {
        asked += 1
        if (!answer) throw new Error('nobody answers')
        return Response.json({ ...((await request.json()) as object), status: answer })
      },
    },
  })
  await cluster.admin.create(
    { group: 'rbac.authorization.orch.io', version: 'v1', resource: 'clusterrolebindings' },
    {
      metadata: { name: 'admins' },
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.orch.io', kind: 'Group', name: 'admins' }],
    },
  )
})
afterAll(() => cluster.stop())

const ADMINS = ['admins', 'system:authenticated']
const NOBODY = ['system:authenticated']
const IN_SYSTEM = '/api/v1/namespaces/orch-system'
it.each<[string, string, readonly string[], object | undefined, boolean, number]>([
  ['what the webhook allows', `${IN_SYSTEM}/configmaps`, NOBODY, { allowed: true }, true, 200],
  [
    'what the webhook denies, whatever roles say',
    `${IN_SYSTEM}/secrets`,
    ADMINS,
    { allowed: false, denied: true },
    true,
    403,
  ],
  ['what it has no opinion about, by roles', `${IN_SYSTEM}/services`, ADMINS, { allowed: false }, true, 200],
  ['what neither allows', `${IN_SYSTEM}/events`, NOBODY, { allowed: false }, true, 403],
  ['what fails, refused by its failure policy', `${IN_SYSTEM}/pods`, ADMINS, undefined, true, 500],
  ['another namespace, without asking', '/api/v1/namespaces/default/secrets', ADMINS, undefined, false, 200],
  ['all namespaces, without asking', '/api/v1/secrets', ADMINS, undefined, false, 200],
  ['no resource, without asking', '/metrics', ADMINS, undefined, false, 200],
  [
    'accounts of the system, without asking',
    `${IN_SYSTEM}/endpoints`,
    [...ADMINS, 'system:serviceaccounts:orch-system'],
    undefined,
    false,
    200,
  ],
])('%s', async (name, path, groups, told, asks, status) => {
  answer = told
  asked = 0
  const from: Connection = { remote: 'test', secure: true, user: { name, groups } }
  const { status: found } = await cluster.controlPlane.fetch(new Request(`https://orchard.invalid${path}`), from)
  expect([found, asked > 0]).toEqual([status, asks])
})
