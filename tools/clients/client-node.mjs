// Typical uses of the JavaScript client library: objects, watches, informers, patches, custom types, exec plugins, leases.
import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as k8s from '@kubernetes/client-node'

const NS = 'client-node'
const LAMPS = { group: 'lights.example.com', version: 'v1', plural: 'lamps' }
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${LAMPS.plural}.${LAMPS.group}` },
  spec: {
    group: LAMPS.group,
    scope: 'Namespaced',
    names: { plural: 'lamps', singular: 'lamp', kind: 'Lamp', listKind: 'LampList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['colour'],
                properties: { colour: { type: 'string', _enum: ['red', 'green'] }, watts: { type: 'integer' } },
              },
            },
          },
        },
      },
    ],
  },
}
const PATIENCE_MS = 120_000
const TURN_MS = 50

async function until(what, ready) {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await ready()
    if (found) return found
    if (Date.now() > end) throw new Error(`${what} did not happen in ${PATIENCE_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, TURN_MS))
  }
}

/** A client configuration for one user of the server. */
export function configOf(server, user) {
  const config = new k8s.KubeConfig()
  config.loadFromOptions({
    clusters: [{ name: 'c', server: server.address, caData: Buffer.from(server.authority).toString('base64') }],
    users: [{ name: 'u', ...user }],
    contexts: [{ name: 'x', cluster: 'c', user: 'u' }],
    currentContext: 'x',
  })
  return config
}

const map = (name, more = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: NS }, ...more })
const refused = (code) => (error) => {
  assert.equal(error.code, code)
  return true
}

async function objects({ core }) {
  await core.createNamespace({ body: { metadata: { name: NS } } })
  const made = await core.createNamespacedConfigMap({ namespace: NS, body: map('a', { data: { x: '1' } }) })
  assert.equal(made.data.x, '1')
  assert.ok(made.metadata.creationTimestamp instanceof Date)
  await assert.rejects(core.createNamespacedConfigMap({ namespace: NS, body: map('a') }), refused(409))
  await assert.rejects(core.readNamespacedConfigMap({ namespace: NS, name: 'none' }), refused(404))
  const replaced = await core.replaceNamespacedConfigMap({
    namespace: NS,
    name: 'a',
    body: { ...made, data: { y: '2' } },
  })
  assert.deepEqual(replaced.data, { y: '2' })
  await assert.rejects(core.replaceNamespacedConfigMap({ namespace: NS, name: 'a', body: made }), refused(409))
}

async function lists({ core }) {
  for (let i = 0; i < 5; i++)
    await core.createNamespacedConfigMap({
      namespace: NS,
      body: map(`page-${i}`, { metadata: { name: `page-${i}`, labels: { part: i < 2 ? 'low' : 'high' } } }),
    })
  const low = await core.listNamespacedConfigMap({ namespace: NS, labelSelector: 'part=low' })
  assert.deepEqual(
    low.items.map(({ metadata }) => metadata.name),
    ['page-0', 'page-1'],
  )
  const names = []
  let next
  do {
    const page = await core.listNamespacedConfigMap({ namespace: NS, labelSelector: 'part', limit: 2, _continue: next })
    names.push(...page.items.map(({ metadata }) => metadata.name))
    next = page.metadata._continue
  } while (next)
  assert.equal(names.length, 5)
  await core.deleteCollectionNamespacedConfigMap({ namespace: NS, labelSelector: 'part=high' })
  assert.equal((await core.listNamespacedConfigMap({ namespace: NS, labelSelector: 'part' })).items.length, 2)
}

const PATCHES = [
  [k8s.PatchStrategy.MergePatch, { data: { merged: 'yes' } }],
  [k8s.PatchStrategy.StrategicMergePatch, { data: { strategic: 'yes' } }],
  [k8s.PatchStrategy.JsonPatch, [{ op: 'add', path: '/data/json', value: 'yes' }]],
  [k8s.PatchStrategy.ServerSideApply, map('a', { data: { applied: 'yes' } })],
]
async function patches({ core }) {
  for (const [type, body] of PATCHES)
    await core.patchNamespacedConfigMap(
      { namespace: NS, name: 'a', body, ...(type === k8s.PatchStrategy.ServerSideApply && { fieldManager: 'me' }) },
      k8s.setHeaderOptions('Content-Type', type),
    )
  const { data, metadata } = await core.readNamespacedConfigMap({ namespace: NS, name: 'a' })
  assert.deepEqual(data, { y: '2', merged: 'yes', strategic: 'yes', json: 'yes', applied: 'yes' })
  assert.ok(metadata.managedFields.some(({ manager, operation }) => manager === 'me' && operation === 'Apply'))
}

async function watches({ core, config }) {
  const seen = []
  const path = `/api/v1/namespaces/${NS}/configmaps`
  const { metadata } = await core.listNamespacedConfigMap({ namespace: NS })
  const ended = new Promise((resolve) => {
    void new k8s.Watch(config)
      .watch(
        path,
        { resourceVersion: metadata.resourceVersion },
        (type, object) => seen.push(`${type} ${object.metadata.name}`),
        resolve,
      )
      .then(async (controller) => {
        await core.createNamespacedConfigMap({ namespace: NS, body: map('seen') })
        await core.patchNamespacedConfigMap(
          { namespace: NS, name: 'seen', body: { data: { a: 'b' } } },
          k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.MergePatch),
        )
        await core.deleteNamespacedConfigMap({ namespace: NS, name: 'seen' })
        await until('the last event', () => seen.length === 3)
        controller.abort()
      })
  })
  await ended
  assert.deepEqual(seen, ['ADDED seen', 'MODIFIED seen', 'DELETED seen'])
}

async function informers({ core, config }) {
  const seen = []
  const informer = k8s.makeInformer(config, `/api/v1/namespaces/${NS}/configmaps`, () =>
    core.listNamespacedConfigMap({ namespace: NS }),
  )
  for (const event of ['add', 'update', 'delete'])
    informer.on(event, ({ metadata }) => seen.push(`${event} ${metadata.name}`))
  await informer.start()
  await until('the first list', () => informer.get('a', NS))
  await core.createNamespacedConfigMap({ namespace: NS, body: map('told') })
  await until('the addition', () => seen.includes('add told'))
  await core.deleteNamespacedConfigMap({ namespace: NS, name: 'told' })
  await until('the deletion', () => seen.includes('delete told') && informer.get('told', NS) === undefined)
  await informer.stop()
}

async function customTypes({ config }) {
  const generic = k8s.KubernetesObjectApi.makeApiClient(config)
  const custom = config.makeApiClient(k8s.CustomObjectsApi)
  await generic.create(DEFINITION)
  const at = { ...LAMPS, namespace: NS }
  const lamp = (spec) => ({
    apiVersion: 'lights.example.com/v1',
    kind: 'Lamp',
    metadata: { name: 'l', namespace: NS },
    spec,
  })
  await until('the type', async () => {
    try {
      await custom.listNamespacedCustomObject(at)
      return true
    } catch (error) {
      if (error.code !== 404) throw error
      return false
    }
  })
  await assert.rejects(custom.createNamespacedCustomObject({ ...at, body: lamp({ colour: 'blue' }) }), refused(422))
  await custom.createNamespacedCustomObject({ ...at, body: lamp({ colour: 'red' }) })
  const patched = await generic.patch(
    lamp({ colour: 'green', watts: 5 }),
    undefined,
    undefined,
    undefined,
    undefined,
    k8s.PatchStrategy.MergePatch,
  )
  assert.deepEqual(patched.spec, { colour: 'green', watts: 5 })
  assert.equal((await generic.list('lights.example.com/v1', 'Lamp', NS)).items.length, 1)
  await generic.delete(lamp({}))
  await generic.delete(DEFINITION)
}

async function access({ core, config, server }) {
  const authorization = config.makeApiClient(k8s.AuthorizationV1Api)
  const review = await authorization.createSelfSubjectAccessReview({
    body: { spec: { resourceAttributes: { verb: 'delete', resource: 'nodes' } } },
  })
  assert.equal(review.status.allowed, true)
  const limited = configOf(server, { token: 'bob-token' }).makeApiClient(k8s.CoreV1Api)
  await assert.rejects(limited.listNode({}), refused(403))
  await core.createNamespacedServiceAccount({ namespace: NS, body: { metadata: { name: 'robot' } } })
  const rbac = config.makeApiClient(k8s.RbacAuthorizationV1Api)
  await rbac.createNamespacedRole({
    namespace: NS,
    body: { metadata: { name: 'reader' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }] },
  })
  await rbac.createNamespacedRoleBinding({
    namespace: NS,
    body: {
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: NS }],
    },
  })
  const { status } = await core.createNamespacedServiceAccountToken({
    namespace: NS,
    name: 'robot',
    body: { spec: { audiences: [] } },
  })
  const robot = configOf(server, { token: status.token }).makeApiClient(k8s.CoreV1Api)
  assert.ok((await robot.listNamespacedConfigMap({ namespace: NS })).items.length > 0)
  await assert.rejects(robot.listNamespacedSecret({ namespace: NS }), refused(403))
}

async function execPlugin({ server }) {
  const program = join(server.folder, 'plugin.sh')
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: 'admin-token' },
  }
  await writeFile(program, `#!/bin/sh\ncat <<'END'\n${JSON.stringify(credential)}\nEND\n`)
  await chmod(program, 0o755)
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: program, interactiveMode: 'Never' }
  const people = configOf(server, { exec }).makeApiClient(k8s.CoreV1Api)
  assert.ok((await people.listNamespace({})).items.length >= 4)
}

/** Two candidates for one lease: the second one waits until the first releases it. */
async function leases({ config }) {
  const api = config.makeApiClient(k8s.CoordinationV1Api)
  const at = { namespace: NS, name: 'leader' }
  const held = (holder) => ({ holderIdentity: holder, leaseDurationSeconds: 15, renewTime: new k8s.V1MicroTime() })
  const first = await api.createNamespacedLease({
    namespace: NS,
    body: { metadata: { name: 'leader' }, spec: held('one') },
  })
  await assert.rejects(
    api.createNamespacedLease({ namespace: NS, body: { metadata: { name: 'leader' }, spec: held('two') } }),
    refused(409),
  )
  const renewed = await api.replaceNamespacedLease({ ...at, body: { ...first, spec: held('one') } })
  await assert.rejects(api.replaceNamespacedLease({ ...at, body: { ...first, spec: held('two') } }), refused(409))
  await api.replaceNamespacedLease({ ...at, body: { ...renewed, spec: held('two') } })
  assert.equal((await api.readNamespacedLease(at)).spec.holderIdentity, 'two')
}

const CHECKS = { objects, lists, patches, watches, informers, customTypes, access, execPlugin, leases }

/** Runs all checks against a server; resolves with the numbers of passed and failed ones. */
export async function checkClientNode(server) {
  const config = configOf(server, { token: 'admin-token' })
  const world = { server, config, core: config.makeApiClient(k8s.CoreV1Api) }
  const count = { passed: 0, failed: 0 }
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      await check(world)
      count.passed++
    } catch (error) {
      count.failed++
      console.log(
        `FAIL client-node ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  }
  await world.core.deleteNamespace({ name: NS })
  return count
}
