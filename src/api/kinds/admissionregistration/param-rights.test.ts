import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import { AUTHENTICATED_GROUP, CLUSTER_ADMIN, MASTERS_GROUP, type UserInfo } from '../../../machinery/user'
import { startCluster, type TestCluster } from '../../../testing/cluster'

const GROUP = '/apis/admissionregistration.orch.io/v1'
const ROLES = '/apis/rbac.authorization.orch.io/v1'
const user = (name: string, ...groups: string[]): UserInfo => ({ name, groups: [...groups, AUTHENTICATED_GROUP] })
const author = user('author')
const reader = user('reader')
const narrow = user('narrow')
const master = user('m', MASTERS_GROUP)

let cluster: TestCluster
async function send(as: UserInfo, method: string, path: string, body: unknown) {
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: as })
  return { status: response.status, body: (await response.json()) as JsonObject }
}
const subjects = (name: string) => ({ subjects: [{ kind: 'User', name, apiGroup: 'rbac.authorization.orch.io' }] })
const roleRef = (name: string, kind = 'ClusterRole') => ({
  roleRef: { kind, name, apiGroup: 'rbac.authorization.orch.io' },
})
const ALL_POLICIES = {
  apiGroups: ['admissionregistration.orch.io'],
  resources: ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  verbs: ['*'],
}
const SETTINGS = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }

beforeAll(async () => {
  cluster = await startCluster(['--release=1.30', '--authorization-mode=RBAC'])
  const admin = (path: string, body: object) => send(CLUSTER_ADMIN, 'POST', `${ROLES}/${path}`, body)
  await admin('clusterroles', { metadata: { name: 'policies' }, rules: [ALL_POLICIES] })
  await admin('clusterroles', { metadata: { name: 'settings' }, rules: [SETTINGS] })
  for (const name of ['author', 'reader', 'narrow'])
    await admin('clusterrolebindings', { metadata: { name }, ...roleRef('policies'), ...subjects(name) })
  await admin('clusterrolebindings', { metadata: { name: 'all' }, ...roleRef('settings'), ...subjects('reader') })
  const one = { ...SETTINGS, resourceNames: ['one'] }
  await admin('namespaces/default/roles', { metadata: { name: 'one' }, rules: [one] })
  await admin('namespaces/default/rolebindings', {
    metadata: { name: 'one' },
    ...roleRef('one', 'Role'),
    ...subjects('narrow'),
  })
  await send(CLUSTER_ADMIN, 'POST', `${GROUP}/validatingadmissionpolicies`, policy('known', CONFIG_MAP))
})
afterAll(() => cluster.stop())

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' }
const policy = (name: string, paramKind?: object) => ({
  metadata: { name },
  spec: {
    ...(paramKind && { paramKind }),
    matchConstraints: {
      resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['secrets'] }],
    },
    validations: [{ expression: 'true' }],
  },
})
const binding = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: { policyName: 'known', validationActions: ['Deny'], ...more },
})
const to = (name: string, namespace = 'default') => ({
  paramRef: { name, namespace, parameterNotFoundAction: 'Deny' },
})

describe('who names a kind of parameters', () => {
  it.each<[UserInfo, object | undefined, number]>([
    [author, undefined, 201],
    [author, CONFIG_MAP, 422],
    [narrow, CONFIG_MAP, 422],
    [reader, CONFIG_MAP, 201],
    [reader, { apiVersion: 'v1', kind: 'Secret' }, 422],
    [reader, { apiVersion: 'example.com/v1', kind: 'Thing' }, 422],
    [master, { apiVersion: 'v1', kind: 'Secret' }, 201],
  ])('%o with %j: %i', async (as, kind, status) => {
    const answer = await send(as, 'POST', `${GROUP}/validatingadmissionpolicies?dryRun=All`, policy('p', kind))
    expect(answer.status).toBe(status)
    if (status === 422)
      expect(answer.body['message']).toContain(
        `spec.paramKind: Forbidden: user &{${as.name}  [system:authenticated] map[]} must have "get" permission on all objects of the referenced paramKind`,
      )
  })

  it('is not checked again for unchanged parameters', async () => {
    const path = `${GROUP}/validatingadmissionpolicies/known?fieldManager=a`
    const change = { ...policy('known', CONFIG_MAP), metadata: { name: 'known', labels: { a: 'b' } } }
    const { body } = await send(author, 'GET', path, undefined)
    const { resourceVersion } = body['metadata'] as JsonObject
    const next = { ...change, metadata: { ...change.metadata, resourceVersion } }
    expect((await send(author, 'PUT', path, next)).status).toBe(200)
  })
})

describe('who binds a policy to parameters', () => {
  it.each<[UserInfo, object, number]>([
    [author, {}, 201],
    [author, to('one'), 422],
    [narrow, to('one'), 201],
    [narrow, to('two'), 422],
    [narrow, to('one', 'other'), 422],
    [reader, to('two'), 201],
    [reader, { ...to('two'), policyName: 'none' }, 422],
    [master, to('two'), 201],
  ])('%o with %j: %i', async (as, more, status) => {
    const answer = await send(as, 'POST', `${GROUP}/validatingadmissionpolicybindings?dryRun=All`, binding('b', more))
    expect(answer.status).toBe(status)
    if (status === 422)
      expect(answer.body['message']).toContain(
        `spec.paramRef: Forbidden: user &{${as.name}  [system:authenticated] map[]} does not have "get" permission on the object referenced by paramRef`,
      )
  })
})
