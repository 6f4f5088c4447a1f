import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

const maps = '/api/v1/namespaces/default/configmaps'
const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'DELETE'] }]
const late = { code: 504, reason: 'Timeout' }

let cluster: TestCluster
const tokens = 'admin,admin,1,"system:masters"\n'
const sendTo = (one: TestCluster) => (method: string, path: string, body?: unknown) =>
  one.send(method, path, body, { authorization: 'Bearer admin' })
const send = (method: string, path: string, body?: unknown) => sendTo(cluster)(method, path, body)
/** Answers of the webhook that were asked for and not given yet. */
const waiting: (() => void)[] = []

beforeAll(async () => {
  const outside = {
    fetch: async (request: Request) => {
      const { request: asked } = (await request.json()) as { request: { uid: string } }
      await new Promise<void>((resolve) => waiting.push(resolve))
      const response = { uid: asked.uid, allowed: true }
      return Response.json({ apiVersion: 'admission.orch.io/v1', kind: 'AdmissionReview', response })
    },
  }
  cluster = await startCluster(['--request-timeout=10s', '--token-auth-file=tokens'], {
    outside,
    files: { tokens },
  })
  await send('POST', '/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations', {
    metadata: { name: 'slow' },
    webhooks: [
      {
        name: 'slow.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: { url: 'https://slow.example.com/' },
        objectSelector: { matchLabels: { slow: 'yes' } },
        rules,
      },
    ],
  })
})
afterAll(() => cluster.stop())

const slow = (name: string) => ({ metadata: { name, labels: { slow: 'yes' } } })
const releaseAll = () => waiting.splice(0).forEach((go) => go())

describe('the time of a request', () => {
  it('ends with a timeout, and what it would have written is never stored', async () => {
    const response = await send('POST', `${maps}?timeout=50ms`, slow('late'))
    expect(await response.json()).toMatchObject({ kind: 'Status', ...late })
    expect(response.status).toBe(504)
    releaseAll()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await send('GET', `${maps}/late`)).status).toBe(404)
  })

  it('does not end a request that is answered in time', async () => {
    let answered = false
    const answer = send('POST', `${maps}?timeout=50s`, slow('early')).finally(() => (answered = true))
    // The webhook of an earlier request may be waiting as well.
    while (!answered) {
      releaseAll()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect((await answer).status).toBe(201)
  })

  it('ends a deletion before the object is touched', async () => {
    const response = await send('DELETE', `${maps}/early?timeout=50ms`)
    expect(response.status).toBe(504)
    releaseAll()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const { metadata } = (await (await send('GET', `${maps}/early`)).json()) as { metadata: object }
    expect(metadata).not.toHaveProperty('deletionTimestamp')
  })

  it('does not apply to watches', async () => {
    const started = Date.now()
    const response = await send('GET', `${maps}?watch=1&timeout=10ms&timeoutSeconds=1`)
    await response.text()
    expect(Date.now() - started).toBeGreaterThan(500)
  })

  it.each([
    ['abc', 'time: invalid duration "abc"'],
    ['10', 'time: missing unit in duration "10"'],
    ['10x', 'time: unknown unit "x" in duration "10x"'],
    ['1h1', 'time: missing unit in duration "1h1"'],
  ])('is refused as %s', async (value, why) => {
    const response = await send('GET', `${maps}?timeout=${value}`)
    expect(await response.json()).toMatchObject({
      code: 400,
      message: `invalid timeout specified in the request URL - ${why}`,
    })
  })

  it.each(['0s', '-1s', '1h', '0'])('may be %s, which means the limit of the server', async (value) => {
    expect((await send('GET', `${maps}?timeout=${value}`)).status).toBe(200)
  })
})

describe('the limit of the server', () => {
  it('ends requests that say nothing', async () => {
    const outside = { fetch: () => new Promise<Response>(() => undefined) }
    const short = await startCluster(
      [
        '--request-timeout=100ms',
        '--token-auth-file=tokens',
        '--admission-control-config-file=c',
        '--enable-admission-plugins=ImagePolicyWebhook',
      ],
      {
        outside,
        files: {
          tokens,
          c: 'apiVersion: apiserver.config.orch.io/v1\nkind: AdmissionConfiguration\nplugins: [{name: ImagePolicyWebhook, configuration: {imagePolicy: {kubeConfigFile: k, allowTTL: 50, denyTTL: 50, retryBackoff: 500, defaultAllow: true}}}]',
          k: 'apiVersion: v1\nkind: Config\nclusters: [{name: a, cluster: {server: "https://images.example.com/"}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\ncurrent-context: a\nusers: [{name: a, user: {}}]',
        },
      },
    )
    const pod = {
      metadata: { name: 'p' },
      spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }] },
    }
    await short.admin
      .create(
        { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default' },
        { metadata: { name: 'default' } },
      )
      .catch(() => undefined)
    const response = await sendTo(short)('POST', '/api/v1/namespaces/default/pods', pod)
    expect(await response.json()).toMatchObject(late)
    expect((await sendTo(short)('GET', '/api/v1/namespaces/default/pods/p')).status).toBe(404)
    await short.stop()
  })
})
