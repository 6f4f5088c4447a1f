import { expect, test } from 'vitest'
import { AdmissionStage, configured, podWith } from '../../testing/admission-stage'
import { imagePolicyWebhook } from './image-policy-webhook'

const CLIENT = `
current-context: c
clusters: [{name: s, cluster: {server: 'https://images.example.com/check'}}]
users: [{name: u, user: {token: secret}}]
contexts: [{name: c, context: {cluster: s, user: u}}]
`
const policy = (more = '', client = CLIENT) =>
  configured(`imagePolicy: {kubeConfigFile: client.yaml${more && `, ${more}`}}`, { 'client.yaml': client })
const answer = (status: object) => () =>
  Response.json({ apiVersion: 'imagepolicy.orch.io/v1alpha1', kind: 'ImageReview', status })
const POD = { of: 'pods', object: podWith({ initContainers: [{ name: 'i', image: 'first' }] }) }

test('the backend is asked about images, their annotations and their namespace', async () => {
  const stage = new AdmissionStage()
  stage.reply = answer({ allowed: true })
  const object = podWith({}, { annotations: { 'a.image-policy.orch.io/ticket': '7', other: 'x' } })
  expect(await stage.verdict(await imagePolicyWebhook(stage.environment, policy()), { of: 'pods', object })).toBe(
    'passed',
  )
  expect(stage.calls[0]?.url).toBe('https://images.example.com/check')
  expect(stage.calls[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(await stage.calls[0]?.json()).toMatchObject({
    apiVersion: 'imagepolicy.orch.io/v1alpha1',
    kind: 'ImageReview',
    spec: { containers: [{ image: 'i' }], namespace: 'ns', annotations: { 'a.image-policy.orch.io/ticket': '7' } },
  })
})

test.each([
  ['allows', { allowed: true }, 'passed'],
  ['denies', { allowed: false }, '403 pods "p" is forbidden: one or more images rejected'],
  [
    'denies with a reason',
    { allowed: false, reason: 'too old' },
    '403 pods "p" is forbidden: image policy webhook backend denied one or more images: too old',
  ],
  ['says nothing', {}, '403'],
])('the backend %s', async (_, status, expected) => {
  const stage = new AdmissionStage()
  stage.reply = answer(status)
  const verdict = await stage.verdict(await imagePolicyWebhook(stage.environment, policy()), POD)
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test('answers are remembered as long as the configuration says', async () => {
  const stage = new AdmissionStage()
  const plugin = await imagePolicyWebhook(stage.environment, policy('allowTTL: 50, denyTTL: 10'))
  stage.reply = answer({ allowed: true })
  for (const [wait, calls] of [
    [0, 1],
    [49_000, 1],
    [2000, 2],
  ] as const) {
    await stage.clock.advance(wait)
    await stage.pass(plugin, POD)
    expect(stage.calls.length).toBe(calls)
  }
  stage.reply = answer({ allowed: false })
  const other = { of: 'pods', object: podWith({ containers: [{ name: 'c', image: 'bad' }] }) }
  for (const [wait, calls] of [
    [0, 3],
    [9000, 3],
    [2000, 4],
  ] as const) {
    await stage.clock.advance(wait)
    await stage.verdict(plugin, other)
    expect(stage.calls.length).toBe(calls)
  }
})

test.each([
  ['defaultAllow: true', 'passed', { 'imagepolicywebhook.image-policy.orch.io/failed-open': 'true' }],
  ['defaultAllow: false', '403', {}],
  ['', '403', {}],
])('a backend without an answer, with "%s"', async (more, expected, annotations) => {
  const stage = new AdmissionStage()
  stage.reply = () => new Response('', { status: 400 })
  const verdict = await stage.verdict(await imagePolicyWebhook(stage.environment, policy(more)), POD)
  expect(verdict.slice(0, expected.length)).toBe(expected)
  expect(stage.annotations).toEqual(annotations)
})

test('a request to an overloaded backend is retried', async () => {
  const stage = new AdmissionStage()
  let count = 0
  stage.reply = () => (++count < 3 ? new Response('', { status: 429 }) : answer({ allowed: true })())
  const plugin = await imagePolicyWebhook(stage.environment, policy('retryBackoff: 100'))
  let decided = false
  const verdict = stage.verdict(plugin, POD).finally(() => (decided = true))
  while (!decided) await stage.clock.advance(100)
  expect(await verdict).toBe('passed')
  expect(count).toBe(3)
})

test('an update without a new image does not call the backend', async () => {
  const stage = new AdmissionStage()
  const plugin = await imagePolicyWebhook(stage.environment, policy())
  expect(await stage.verdict(plugin, { of: 'pods', object: podWith(), oldObject: podWith() })).toBe('passed')
  expect(stage.calls).toEqual([])
})

test.each([
  ['nothing', configured('{}'), 'imagePolicy is missing'],
  ['no file', configured('imagePolicy: {}'), 'kubeConfigFile is missing'],
  ['a missing file', configured('imagePolicy: {kubeConfigFile: x}'), 'no file x'],
  ['a long time', policy('allowTTL: 100000'), 'allowTTL must be between 1 and 1800'],
  ['an unknown field', policy('allowTtl: 1'), 'unknown field "imagePolicy.allowTtl"'],
  ['a backend without TLS', policy('', CLIENT.replace('https:', 'http:')), 'must use TLS'],
])('a configuration with %s is refused', async (_, configuration, message) => {
  await expect(imagePolicyWebhook(new AdmissionStage().environment, configuration)).rejects.toThrow(message)
})
