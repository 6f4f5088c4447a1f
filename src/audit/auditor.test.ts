import { afterEach, describe, expect, it } from 'vitest'
import type { UserInfo } from '../machinery/user'
import { CLUSTER_ADMIN } from '../machinery/user'
import { startCluster, type TestCluster } from '../testing/cluster'
import type { AuditEvent } from './audit'

let cluster: TestCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

const JANE: UserInfo = { name: 'jane', groups: ['system:authenticated'] }

/** A cluster that records what `jane` does as the rules say. */
async function record(...rules: object[]): Promise<TestCluster> {
  const policy = {
    apiVersion: 'audit.orch.io/v1',
    kind: 'Policy',
    rules: [
      { level: 'None', userGroups: ['system:masters', 'system:serviceaccounts'] },
      { level: 'None', users: ['system:orch-controller-manager', 'system:apiserver'] },
      ...rules,
    ],
  }
  cluster = await startCluster(['--audit-policy-file=policy', '--authorization-mode=AlwaysAllow'], {
    files: { policy: JSON.stringify(policy) },
  })
  return cluster
}

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}, user = JANE) {
  if (!cluster) throw new Error('no cluster')
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'user-agent': 'test', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return cluster.controlPlane.fetch(request, { remote: '192.0.2.1', secure: true, user })
}

async function events(): Promise<readonly AuditEvent[]> {
  return (await cluster?.controlPlane.control('audit', {}))?.events ?? []
}

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }

describe('the audit log of a control plane', () => {
  it('records nothing without a policy', async () => {
    cluster = await startCluster()
    await send('GET', MAPS)
    expect(await cluster.controlPlane.control('audit', {})).toMatchObject({ recording: false, kept: 0 })
  })

  it('says who did what, when it came and how it ended', async () => {
    await record({ level: 'Metadata' })
    const response = await send('POST', `${MAPS}?fieldManager=t`, map)
    const [received, complete, ...rest] = await events()
    expect(rest).toEqual([])
    const common = {
      kind: 'Event',
      apiVersion: 'audit.orch.io/v1',
      level: 'Metadata',
      auditID: response.headers.get('audit-id'),
      requestURI: `${MAPS}?fieldManager=t`,
      verb: 'create',
      user: { username: 'jane', groups: ['system:authenticated'] },
      sourceIPs: ['192.0.2.1'],
      userAgent: 'test',
    }
    expect(received).toMatchObject({ ...common, stage: 'RequestReceived' })
    expect(received).not.toHaveProperty('responseStatus')
    expect(complete).toMatchObject({
      ...common,
      stage: 'ResponseComplete',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      responseStatus: { code: 201 },
      annotations: { 'authorization.orch.io/decision': 'allow' },
    })
    expect(complete).not.toHaveProperty('requestObject')
    expect(complete).not.toHaveProperty('responseObject')
  })

  it.each(['application/json', 'application/yaml', 'application/vnd.orch.protobuf'])(
    'records request and response bodies in any form: %s',
    async (accept) => {
      await record({ level: 'RequestResponse', omitStages: ['RequestReceived'], omitManagedFields: true })
      await send('POST', MAPS, map, { accept })
      const [event] = await events()
      expect(event).toMatchObject({
        requestObject: { data: { k: 'v' } },
        responseObject: { kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } },
      })
      expect((event?.responseObject as typeof map).metadata).not.toHaveProperty('managedFields')
    },
  )

  it('keeps only the request at its level', async () => {
    await record({ level: 'Request', omitStages: ['RequestReceived'] })
    await send('POST', MAPS, map)
    const [event] = await events()
    expect(event).toHaveProperty('requestObject')
    expect(event).not.toHaveProperty('responseObject')
  })

  it('records why a request failed', async () => {
    await record({ level: 'Metadata', omitStages: ['RequestReceived'] })
    await send('GET', `${MAPS}/none`)
    expect((await events())[0]).toMatchObject({
      responseStatus: { code: 404, status: 'Failure', reason: 'NotFound', message: 'configmaps "none" not found' },
    })
  })

  it('records a request whose sender is not known', async () => {
    await record({ level: 'Metadata', omitStages: ['RequestReceived'] })
    await cluster?.send('GET', MAPS, undefined, { authorization: 'Bearer nobody-knows-this' })
    const found = await events()
    expect(found).toMatchObject([{ user: { username: '' }, responseStatus: { code: 401, reason: 'Unauthorized' } }])
    expect(JSON.stringify(found)).not.toContain('nobody-knows-this')
  })

  it('records both users of an impersonation', async () => {
    await record({ level: 'Metadata', omitStages: ['RequestReceived'] })
    await send('GET', MAPS, undefined, { 'impersonate-user': 'dora' })
    expect((await events())[0]).toMatchObject({ user: { username: 'jane' }, impersonatedUser: { username: 'dora' } })
  })

  it('records the start and the end of a watch', async () => {
    await record({ level: 'Metadata', omitStages: ['RequestReceived'] })
    const response = await send('GET', `${MAPS}?watch=1`)
    expect((await events()).map(({ stage }) => stage)).toEqual(['ResponseStarted'])
    await response.body?.cancel()
    expect((await events()).map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete'])
  })

  it('uses the audit ID of the client', async () => {
    await record({ level: 'Metadata', omitStages: ['RequestReceived'] })
    const response = await send('GET', MAPS, undefined, { 'audit-id': 'my-request' })
    expect(response.headers.get('audit-id')).toBe('my-request')
    expect((await events())[0]?.auditID).toBe('my-request')
  })
})

describe('what is secret', () => {
  const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { password: 'hunter2' } }
  const SECRETS = '/api/v1/namespaces/default/secrets'
  const hunter = [Buffer.from('hunter2').toString('base64'), 'hunter2']
  const holds = async (...texts: string[]): Promise<boolean> => {
    const text = JSON.stringify(await events())
    return texts.some((one) => text.includes(one))
  }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const json = { 'content-type': 'application/json-patch+json' }

  it.each<[string, () => Promise<unknown>]>([
    ['a new secret', () => send('POST', SECRETS, SECRET)],
    [
      'a secret that is applied',
      () => send('PATCH', `${SECRETS}/s?fieldManager=t`, SECRET, { 'content-type': 'application/apply-patch+yaml' }),
    ],
    [
      'a list of secrets',
      async () => {
        await send('POST', SECRETS, SECRET, {}, CLUSTER_ADMIN)
        await send('GET', SECRETS)
      },
    ],
    [
      'a merge patch',
      async () => {
        await send('POST', SECRETS, { ...SECRET, stringData: {} }, {}, CLUSTER_ADMIN)
        await send('PATCH', `${SECRETS}/s`, { stringData: { password: 'hunter2' } }, merge)
      },
    ],
    [
      'a JSON patch',
      async () => {
        await send('POST', SECRETS, { ...SECRET, stringData: {} }, {}, CLUSTER_ADMIN)
        await send('PATCH', `${SECRETS}/s`, [{ op: 'add', path: '/stringData', value: { password: 'hunter2' } }], json)
      },
    ],
    [
      'a copy in an annotation',
      () =>
        send('POST', SECRETS, {
          ...SECRET,
          metadata: {
            name: 's',
            annotations: { 'orchctl.orch.io/last-applied-configuration': JSON.stringify(SECRET) },
          },
        }),
    ],
    [
      'a token that is reviewed',
      () =>
        send('POST', '/apis/authentication.orch.io/v1/tokenreviews', {
          apiVersion: 'authentication.orch.io/v1',
          kind: 'TokenReview',
          spec: { token: 'hunter2' },
        }),
    ],
  ])('is hidden: %s', async (_what, act) => {
    await record({ level: 'RequestResponse', omitStages: ['RequestReceived'] })
    await act()
    const [event] = await events()
    expect(event?.responseStatus?.code).toBeLessThan(300)
    expect(event).toHaveProperty('requestURI')
    expect(await holds(...hunter)).toBe(false)
  })

  it('is hidden in the answer to a request for a token', async () => {
    await record({ level: 'RequestResponse', omitStages: ['RequestReceived'] })
    const path = '/api/v1/namespaces/default/serviceaccounts'
    await send('POST', path, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'bot' } }, {}, CLUSTER_ADMIN)
    const response = await send('POST', `${path}/bot/token`, {})
    const { status } = (await response.json()) as { status: { token: string } }
    expect(status.token).not.toBe('')
    expect((await events())[0]).toMatchObject({ responseObject: { status: { token: 'redacted' } } })
    expect(await holds(status.token)).toBe(false)
  })

  it('is shown where a rule names the resource', async () => {
    await record({ level: 'Request', omitStages: ['RequestReceived'], resources: [{ resources: ['secrets'] }] })
    await send('POST', SECRETS, SECRET)
    expect(await holds(...hunter)).toBe(true)
  })
})
