import { describe, expect, it, vi } from 'vitest'
import { CLUSTER_ADMIN } from '../machinery/user'
import type { Store } from '../store/store'
import type { TestCluster } from '../testing/cluster'

const REGISTRATION = '/apis/admissionregistration.orch.io/v1'
const MAPS = '/api/v1/namespaces/default/configmaps'
const ARGV = ['--release=1.36', '--controllers=namespace,serviceaccount']

interface World {
  readonly cluster: TestCluster
  readonly isLoaded: () => boolean
}
/** A server in a process that has loaded nothing yet. */
async function freshWorld(store?: Store): Promise<World> {
  vi.resetModules()
  const { startCluster } = await import('../testing/cluster')
  const { expressionCode } = await import('./expressions')
  const cluster = await startCluster(ARGV, store && { openStore: () => Promise.resolve(store) })
  const isLoaded = (): boolean => {
    try {
      return typeof expressionCode() === 'object'
    } catch {
      return false
    }
  }
  return { cluster, isLoaded }
}
async function post({ cluster }: World, path: string, body: object): Promise<readonly [number, string]> {
  const request = new Request(`https://orchard.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  return [answer.status, await answer.text()]
}

const definition = (spec: object) => ({
  metadata: { name: 'widgets.x.io' },
  spec: {
    group: 'x.io',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...spec } } }],
  },
})
const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions'
const SIZE = { properties: { size: { type: 'integer' } } }
const RULED = definition({ ...SIZE, 'x-orch-validations': [{ rule: 'self.size < 3' }] })
const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
const webhook = (more: object) => ({
  metadata: { name: 'w' },
  webhooks: [
    {
      name: 'w.x.io',
      clientConfig: { url: 'https://nobody.invalid' },
      rules: [{ ...rules[0], resources: ['secrets'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...more,
    },
  ],
})
const policy = (spec: object) => ({
  metadata: { name: 'p' },
  spec: { matchConstraints: { resourceRules: rules }, ...spec },
})
const bound = (spec: object) => ({ metadata: { name: 'b' }, spec: { policyName: 'p', ...spec } })
const VALIDATING = policy({ validations: [{ expression: "object.metadata.name != 'bad'" }] })
const MUTATING = policy({
  reinvocationPolicy: 'Never',
  mutations: [
    {
      patchType: 'ApplyConfiguration',
      applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'a': 'b'}}}" },
    },
  ],
})

describe('expressions are loaded', () => {
  it('not by a start and by writes that have none', async () => {
    const world = await freshWorld()
    expect((await post(world, MAPS, { metadata: { name: 'a' } }))[0]).toBe(201)
    expect((await post(world, DEFINITIONS, definition(SIZE)))[0]).toBe(201)
    expect((await post(world, `${REGISTRATION}/validatingwebhookconfigurations`, webhook({})))[0]).toBe(201)
    expect(world.isLoaded()).toBe(false)
    await world.cluster.stop()
  })

  it.each<[string, string, object]>([
    ['a rule of a custom type', DEFINITIONS, RULED],
    ['a validating policy', `${REGISTRATION}/validatingadmissionpolicies`, VALIDATING],
    ['a mutating policy', `${REGISTRATION}/mutatingadmissionpolicies`, MUTATING],
    [
      'a match condition',
      `${REGISTRATION}/validatingwebhookconfigurations`,
      webhook({ matchConditions: [{ name: 'c', expression: 'false' }] }),
    ],
  ])('before %s is written', async (_, path, object) => {
    const world = await freshWorld()
    const [status, text] = await post(world, path, object)
    expect(text).not.toContain('Status"')
    expect(status).toBe(201)
    expect(world.isLoaded()).toBe(true)
    await world.cluster.stop()
  })

  it.each<[string, readonly (readonly [string, object])[], string, object, string]>([
    [
      'a rule',
      [[DEFINITIONS, RULED]],
      '/apis/x.io/v1/namespaces/default/widgets',
      { size: 5 },
      'failed rule: self.size < 3',
    ],
    [
      'a validating policy',
      [
        [`${REGISTRATION}/validatingadmissionpolicies`, VALIDATING],
        [`${REGISTRATION}/validatingadmissionpolicybindings`, bound({ validationActions: ['Deny'] })],
      ],
      MAPS,
      { metadata: { name: 'bad' } },
      'failed expression',
    ],
    [
      'a mutating policy',
      [
        [`${REGISTRATION}/mutatingadmissionpolicies`, MUTATING],
        [`${REGISTRATION}/mutatingadmissionpolicybindings`, bound({})],
      ],
      MAPS,
      { metadata: { name: 'm' } },
      '"labels":{"a":"b"}',
    ],
    [
      'a match condition',
      [
        [
          `${REGISTRATION}/validatingwebhookconfigurations`,
          webhook({ rules, matchConditions: [{ name: 'c', expression: "object.metadata.name == 'asked'" }] }),
        ],
      ],
      MAPS,
      { metadata: { name: 'asked' } },
      'failed calling webhook',
    ],
  ])('before the first object that %s in the store judges', async (_, stored, path, object, answer) => {
    const before = await freshWorld()
    for (const [at, one] of stored) expect((await post(before, at, one))[0]).toBe(201)
    const world = await freshWorld(before.cluster.store)
    expect(world.isLoaded()).toBe(false)
    const body = { apiVersion: 'x.io/v1', kind: 'Widget', ...object }
    const [, text] = await post(world, path, { ...(path === MAPS ? object : { metadata: { name: 'w' }, ...body }) })
    expect(text).toContain(answer)
    expect(world.isLoaded()).toBe(true)
    await world.cluster.stop()
  })
})
