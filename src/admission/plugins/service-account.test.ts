import { describe, expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { serviceAccount } from './service-account'

const PATH = '/var/run/secrets/orch.io/serviceaccount'
const account = (name: string, more: object = {}) => ({
  metadata: { name, namespace: 'ns', uid: `uid-${name}`, ...(more as { metadata?: object }).metadata },
  ...omit(more),
})
const omit = ({ metadata: _, ...rest }: { metadata?: object } & object) => rest
const token = (name: string, of: string) => ({
  metadata: {
    name,
    namespace: 'ns',
    annotations: { 'orch.io/service-account.name': of, 'orch.io/service-account.uid': `uid-${of}` },
  },
  type: 'orch.io/service-account-token',
})
const stage = (release = 25, flags = {}) =>
  new AdmissionStage(release, flags)
    .put(
      'serviceaccounts',
      account('default', { secrets: [{ name: 'docker' }, { name: 'default-token' }] }),
      account('puller', { imagePullSecrets: [{ name: 'one' }], automountServiceAccountToken: false }),
      account('strict', {
        automountServiceAccountToken: false,
        secrets: [{ name: 'mine' }],
        imagePullSecrets: [{ name: 'pull' }],
        metadata: { annotations: { 'orch.io/enforce-mountable-secrets': 'true' } },
      }),
      account('fresh'),
    )
    .put('secrets', token('default-token', 'default'), {
      metadata: { name: 'docker', namespace: 'ns' },
      type: 'Opaque',
    })
interface Spec {
  serviceAccountName?: string
  imagePullSecrets?: object[]
  volumes?: { name: string; projected?: object; secret?: object }[]
  containers: { volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[] }[]
}
const specOf = async (set: AdmissionStage, spec: object = {}) =>
  (await set.pass(serviceAccount(set.environment), { of: 'pods', object: podWith(spec) }))?.spec as Spec

test('a pod runs as the default account and mounts its token', async () => {
  const spec = await specOf(stage(), { initContainers: [{ name: 'i' }] })
  expect(spec.serviceAccountName).toBe('default')
  const name = spec.volumes?.[0]?.name
  expect(name).toMatch(/^orch-api-access-.{5}$/)
  expect(spec.volumes).toEqual([
    {
      name,
      projected: {
        defaultMode: 420,
        sources: [
          { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
          { configMap: { name: 'orch-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
          {
            downwardAPI: {
              items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
            },
          },
        ],
      },
    },
  ])
  const mount = { name, mountPath: PATH, readOnly: true }
  expect(spec).toMatchObject({ initContainers: [{ volumeMounts: [mount] }], containers: [{ volumeMounts: [mount] }] })
})

test('running twice adds nothing more', async () => {
  const set = stage()
  const plugin = serviceAccount(set.environment)
  const once = await set.pass(plugin, { of: 'pods', object: podWith() })
  expect(await set.pass(plugin, { of: 'pods', object: once })).toEqual(once)
})

test.each([
  [15, {}, 'secret'],
  [19, {}, 'secret'],
  [20, {}, 'projected'],
  [20, { 'feature-gates': 'BoundServiceAccountTokenVolume=false' }, 'secret'],
  [21, {}, 'projected'],
  [21, { 'feature-gates': 'BoundServiceAccountTokenVolume=false' }, 'secret'],
  [27, {}, 'projected'],
])('release 1.%i with %j mounts a %s volume', async (release, flags, kind) => {
  expect((await specOf(stage(release, flags))).volumes?.[0]).toHaveProperty(kind)
})

test('the volume of a token secret is named after it, or a little longer', async () => {
  expect((await specOf(stage(19))).volumes).toEqual([
    { name: 'default-token', secret: { secretName: 'default-token', defaultMode: 420 } },
  ])
  const taken = [{ name: 'default-token', emptyDir: {} }]
  expect((await specOf(stage(19), { volumes: taken })).volumes?.[1]?.name).toMatch(/^default-token-.{5}$/)
  const own = [{ name: 'mine', secret: { secretName: 'default-token' } }]
  const spec = await specOf(stage(19), { volumes: own })
  expect(spec.volumes).toEqual(own)
  expect(spec.containers[0]?.volumeMounts).toMatchObject([{ name: 'mine' }])
})

test('without a token secret a pod waits', async () => {
  const set = stage(19)
  const asked = { of: 'pods', object: podWith({ serviceAccountName: 'fresh' }) }
  expect(await set.verdict(serviceAccount(set.environment), asked)).toMatch(/^500 No API token found/)
})

const mounted = [{ name: 'c', volumeMounts: [{ name: 'own', mountPath: PATH }] }]
test.each([
  ['the account says no', { serviceAccountName: 'puller' }, false],
  ['the pod says yes', { serviceAccountName: 'puller', automountServiceAccountToken: true }, true],
  ['the pod says no', { automountServiceAccountToken: false }, false],
  ['every container has something there', { containers: mounted }, false],
])('the token is mounted when %s', async (_, spec, expected) => {
  expect((await specOf(stage(), spec)).volumes !== undefined).toBe(expected)
})

test.each([
  ['the secrets of its account', { serviceAccountName: 'puller' }, [{ name: 'one' }]],
  ['its own', { serviceAccountName: 'puller', imagePullSecrets: [{ name: 'own' }] }, [{ name: 'own' }]],
  ['none', {}, undefined],
])('a pod pulls with %s', async (_, spec, expected) => {
  expect((await specOf(stage(), spec)).imagePullSecrets).toEqual(expected)
})

describe('the default account of a new namespace', () => {
  const timed = (waits: number[], ran: () => void) => {
    const set = new AdmissionStage()
    const clock = {
      ...set.clock,
      setSteadyTimer: (ms: number, run: () => void) => {
        waits.push(ms)
        ran()
        return set.clock.setSteadyTimer?.(ms, run) ?? (() => undefined)
      },
    }
    return { set, plugin: serviceAccount({ ...set.environment, clock }) }
  }

  test('is awaited', async () => {
    const waits: number[] = []
    const { set, plugin } = timed(waits, () => waits.length === 3 && set.put('serviceaccounts', account('default')))
    expect(await set.verdict(plugin, { of: 'pods', object: podWith() })).toBe('passed')
    expect(waits).toEqual([100, 100, 100])
  })

  test('is looked up ten times, although the clock is held', async () => {
    const waits: number[] = []
    const { set, plugin } = timed(waits, () => undefined)
    expect(await set.verdict(plugin, { of: 'pods', object: podWith() })).toContain('serviceaccount "default" not found')
    expect(waits).toHaveLength(9)
  })

  test('is the only one that is awaited', async () => {
    const waits: number[] = []
    const { set, plugin } = timed(waits, () => undefined)
    await set.verdict(plugin, { of: 'pods', object: podWith({ serviceAccountName: 'other' }) })
    expect(waits).toEqual([])
  })

  test('is awaited no longer than the request lasts', async () => {
    const late = new AbortController()
    const { set, plugin } = timed([], () => late.abort(new Error('late')))
    await expect(set.verdict(plugin, { of: 'pods', object: podWith(), signal: late.signal })).rejects.toThrow('late')
  })
})

const mirror = (spec: object = {}) => podWith(spec, { annotations: { 'orch.io/config.mirror': 'x' } })
test.each([
  [
    'a missing account',
    podWith({ serviceAccountName: 'nobody' }),
    '403 pods "p" is forbidden: error looking up service account ns/nobody',
  ],
  ['a mirror pod', mirror(), 'passed'],
  ['a mirror pod with an account', mirror({ serviceAccountName: 'default' }), 'may not reference service accounts'],
  [
    'a mirror pod with a secret',
    mirror({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }),
    'may not reference secrets',
  ],
  [
    'a mirror pod with a token',
    mirror({ volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: {} }] } }] }),
    'ServiceAccountToken',
  ],
  [
    'a listed secret',
    podWith({ serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'mine' } }] }),
    'passed',
  ],
  [
    'another secret',
    podWith({ serviceAccountName: 'strict', volumes: [{ name: 'v', secret: { secretName: 'theirs' } }] }),
    'secret.secretName="theirs" is not allowed',
  ],
  [
    'another secret in a variable',
    podWith({
      serviceAccountName: 'strict',
      containers: [{ name: 'c', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'theirs', key: 'k' } } }] }],
    }),
    'envVar E',
  ],
  [
    'another pull secret',
    podWith({ serviceAccountName: 'strict', imagePullSecrets: [{ name: 'x' }] }),
    'imagePullSecrets[0].name="x"',
  ],
])('%s', async (_, object, expected) => {
  const set = stage()
  expect(await set.verdict(serviceAccount(set.environment), { of: 'pods', object })).toContain(expected)
})

test.each([
  ['a mirror pod with an account', mirror({ serviceAccountName: 'default' })],
  [
    'a pull secret that its account lacks',
    podWith({ serviceAccountName: 'strict', imagePullSecrets: [{ name: 'x' }] }),
  ],
])('%s is refused before the pod is judged', (_, object) => {
  const set = stage()
  const step = { reinvocation: false, requestReinvocation: () => undefined }
  expect(() => serviceAccount(set.environment).admit?.(set.request({ of: 'pods', object }), step)).toThrow('forbidden')
})

test("a pod's account is also set in the deprecated field", async () => {
  expect(await specOf(stage())).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' })
})

test('a mirror pod is not changed', async () => {
  const set = stage()
  expect(await set.pass(serviceAccount(set.environment), { of: 'pods', object: mirror() })).toEqual(mirror())
})
