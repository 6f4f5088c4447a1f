import { expect, test } from 'vitest'
import { AdmissionStage, configured, podWith } from '../../testing/admission-stage'
import { podSecurity } from './pod-security'

const labels = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [`pod-security.orch.io/${key}`, value]))
const namespace = (given: Record<string, string>, name = 'ns') => ({ metadata: { name, labels: labels(given) } })
const stageOf = (given: Record<string, string>) => new AdmissionStage().put('namespaces', namespace(given))
const bad = (metadata: object = {}) => podWith({ hostNetwork: true }, metadata)
const HEAD = 'apiVersion: pod-security.admission.config.orch.io/v1\nkind: PodSecurityConfiguration\n'
const REFUSAL = '403 pods "p" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'
const WOULD = 'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'
const audit = (given: Record<string, string>) => labels(given)

test.each([
  [{}, 'passed', [], audit({ 'enforce-policy': 'privileged:latest' })],
  [{ enforce: 'baseline' }, REFUSAL, [], audit({ 'enforce-policy': 'baseline:latest' })],
  [{ warn: 'baseline' }, 'passed', [WOULD], audit({ 'enforce-policy': 'privileged:latest' })],
  [{ audit: 'baseline' }, 'passed', [], audit({ 'enforce-policy': 'privileged:latest', 'audit-violations': WOULD })],
  [
    { enforce: 'baseline', warn: 'restricted', audit: 'baseline' },
    REFUSAL,
    [],
    audit({ 'enforce-policy': 'baseline:latest', 'audit-violations': WOULD }),
  ],
])('a pod in a namespace with %j', async (given, verdict, warnings, annotations) => {
  const stage = stageOf(given)
  expect(await stage.verdict(podSecurity(stage.environment), { of: 'pods', object: bad() })).toBe(verdict)
  expect(stage.warnings).toEqual(warnings)
  expect(stage.annotations).toEqual(annotations)
})

test("labels that can't be read enforce the strictest level", async () => {
  const stage = stageOf({ enforce: 'strict' })
  expect(await stage.verdict(podSecurity(stage.environment), { of: 'pods', object: podWith() })).toContain(
    '"restricted:latest"',
  )
  expect(stage.annotations['pod-security.orch.io/error']).toContain('must be one of')
})

test.each([
  ['status', 'pods/status', bad(), bad(), 'passed'],
  ['eviction', 'pods/eviction', bad(), undefined, 'passed'],
  ['labels', 'pods', bad({ labels: { a: 'b' } }), bad(), 'passed'],
  ['an image', 'pods', podWith({ hostNetwork: true, containers: [{ name: 'c', image: 'other' }] }), bad(), '403'],
  [
    'a profile',
    'pods',
    bad({ annotations: { 'container.apparmor.security.beta.orch.io/c': 'runtime/default' } }),
    bad(),
    '403',
  ],
  [
    'a container to look inside',
    'pods/ephemeralcontainers',
    podWith({ hostNetwork: true, ephemeralContainers: [{ name: 'e', image: 'x' }] }),
    bad(),
    '403',
  ],
])('writing %s of a pod', async (_, of, object, oldObject, expected) => {
  const stage = stageOf({ enforce: 'baseline' })
  const verdict = await stage.verdict(podSecurity(stage.environment), { of, object, ...(oldObject && { oldObject }) })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

const template = { metadata: {}, spec: { hostNetwork: true, containers: [{ name: 'c' }] } }
test.each([
  ['podtemplates', { template }],
  ['replicationcontrollers', { spec: { template } }],
  ['apps/deployments', { spec: { template } }],
  ['apps/replicasets', { spec: { template } }],
  ['apps/statefulsets', { spec: { template } }],
  ['apps/daemonsets', { spec: { template } }],
  ['batch/jobs', { spec: { template } }],
  ['batch/cronjobs', { spec: { jobTemplate: { spec: { template } } } }],
])('%s are only warned about', async (of, parts) => {
  const stage = stageOf({ enforce: 'baseline', audit: 'baseline' })
  const plugin = podSecurity(stage.environment)
  expect(await stage.verdict(plugin, { of, object: { metadata: { name: 'w' }, ...parts } })).toBe('passed')
  expect(stage.warnings).toEqual([WOULD])
  expect(stage.annotations).toEqual(audit({ 'audit-violations': WOULD }))
  expect(await stage.verdict(plugin, { of: `${of}/status`, object: { metadata: { name: 'w' }, ...parts } })).toBe(
    'passed',
  )
  expect(stage.warnings).toHaveLength(1)
})
test('a replication controller without a template is fine', async () => {
  const stage = stageOf({ enforce: 'baseline' })
  const asked = { of: 'replicationcontrollers', object: { metadata: { name: 'w' }, spec: {} } }
  expect(await stage.verdict(podSecurity(stage.environment), asked)).toBe('passed')
})

const EXEMPT = configured(`${HEAD}
defaults: {enforce: baseline, warn: restricted, warn-version: v1.24}
exemptions: {usernames: [robot], runtimeClasses: [vm], namespaces: [free]}
`)
test.each([
  ['by default', {}, '403', undefined],
  ['of an exempt user', { user: { name: 'robot', groups: [] } }, 'passed', 'user'],
  ['in an exempt namespace', { namespace: 'free' }, 'passed', 'namespace'],
  [
    'with an exempt runtime',
    { object: podWith({ hostNetwork: true, runtimeClassName: 'vm' }) },
    'passed',
    'runtimeClass',
  ],
])('a pod %s', async (_, more, expected, reason) => {
  const stage = new AdmissionStage()
  const verdict = await stage.verdict(podSecurity(stage.environment, EXEMPT), { of: 'pods', object: bad(), ...more })
  expect(verdict.slice(0, expected.length)).toBe(expected)
  expect(stage.annotations['pod-security.orch.io/exempt']).toBe(reason)
})

const writeNamespace = (now: Record<string, string>, before?: Record<string, string>, name = 'ns') => ({
  of: 'namespaces',
  object: namespace(now, name),
  ...(before && { oldObject: namespace(before, name) }),
  name,
  namespace: name,
})
test.each([
  ['good labels', { enforce: 'baseline' }, undefined, 'passed'],
  ['bad labels', { enforce: 'strict' }, undefined, '422'],
  ['labels that turn bad', { enforce: 'baseline', 'warn-version': 'new' }, { enforce: 'baseline' }, '422'],
  ['labels that stay bad', { enforce: 'strict' }, { enforce: 'strict' }, 'passed'],
  ['labels that get better', { enforce: 'baseline' }, { enforce: 'strict' }, 'passed'],
])('a namespace with %s', async (_, now, before, expected) => {
  const stage = new AdmissionStage()
  const verdict = await stage.verdict(podSecurity(stage.environment), writeNamespace(now, before))
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test('making a level stricter warns about existing pods that violate it', async () => {
  const owned = (name: string) => bad({ name, ownerReferences: [{ controller: true, uid: 'rs' }] })
  const stage = new AdmissionStage().put(
    'pods',
    bad({ name: 'a' }),
    bad({ name: 'b' }),
    owned('c'),
    owned('d'),
    podWith({}, { name: 'fine' }),
  )
  const plugin = podSecurity(stage.environment)
  await stage.pass(plugin, writeNamespace({ enforce: 'baseline' }, {}))
  expect(stage.warnings).toEqual([
    'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"',
    'a (and 2 other pods): host namespaces',
  ])
  for (const [now, before] of [
    [{ enforce: 'baseline' }, { enforce: 'restricted' }],
    [{ enforce: 'privileged' }, { enforce: 'baseline' }],
    [{ enforce: 'baseline', a: 'b' }, { enforce: 'baseline' }],
  ])
    await stage.pass(plugin, writeNamespace(now as Record<string, string>, before as Record<string, string>))
  expect(stage.warnings).toHaveLength(2)
})

test('labels of an exempt namespace are ignored', async () => {
  const stage = new AdmissionStage()
  await stage.pass(podSecurity(stage.environment, EXEMPT), writeNamespace({ enforce: 'restricted' }, undefined, 'free'))
  expect(stage.warnings[0]).toContain('namespace "free" is exempt from Pod Security')
})

test.each([
  [`${HEAD}defaults: {enforce: strict}`, 'defaults.enforce: there is no level "strict"'],
  [`${HEAD}defaults: {warn-version: "1.2"}`, 'defaults.warn-version must be'],
  [`${HEAD}defaults: {enforced: baseline}`, 'unknown field "defaults.enforced"'],
  [`${HEAD}exemptions: {users: [a]}`, 'unknown field "exemptions.users"'],
  [`${HEAD}exemptions: {usernames: [a, a]}`, 'exemptions.usernames[1] is there twice'],
  ['kind: PodSecurityConfiguration', 'apiVersion must be'],
])('the configuration %j is refused', (yaml, message) => {
  expect(() => podSecurity(new AdmissionStage().environment, configured(yaml))).toThrow(message)
})
