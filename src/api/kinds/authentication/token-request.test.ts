import { describe, expect, test } from 'vitest'
import { startCluster } from '../../../testing/cluster'

const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/robot'
const EXTRA = 'authentication.orch.io/'

/** A cluster with a pod on a node, and a token of the pod's account. */
async function withAccount(flags: readonly string[]) {
  const cluster = await startCluster(['--token-auth-file=people', '--authorization-mode=RBAC', ...flags], {
    files: { people: 'root,root,1,system:masters\n' },
  })
  const send = async (method: string, path: string, body?: unknown, token = 'root') => {
    const response = await cluster.send(method, path, body, { authorization: `Bearer ${token}` })
    return { code: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } })
  await send('POST', '/api/v1/nodes', { metadata: { name: 'n1' } })
  const spec = { serviceAccountName: 'robot', nodeName: 'n1', containers: [{ name: 'c', image: 'i' }] }
  await send('POST', '/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec })
  const token = (boundObjectRef?: object, metadata = {}) =>
    send('POST', `${ACCOUNT}/token`, { metadata, spec: { ...(boundObjectRef && { boundObjectRef }) } })
  const tokenOf = async (ref?: object) => ((await token(ref)).body.status as { token: string }).token
  const extraOf = async (text: string): Promise<Record<string, string[]> | undefined> => {
    const review = { spec: { token: text } }
    const { body } = await send('POST', '/apis/authentication.orch.io/v1/tokenreviews', review)
    return (body.status as { user?: { extra?: Record<string, string[]> } }).user?.extra
  }
  return { send, token, tokenOf, extraOf, stop: () => cluster.stop() }
}

const POD = { kind: 'Pod', apiVersion: 'v1', name: 'p' }
const NODE = { kind: 'Node', apiVersion: 'v1', name: 'n1' }

describe('what a token says about itself', () => {
  test.each([
    ['1.28', [], undefined],
    ['1.29', ['--feature-gates=ServiceAccountTokenJTI=true'], ['credential-id']],
    ['1.30', [], ['credential-id']],
    ['1.36', [], ['credential-id']],
  ])('at %s with %j', async (release, flags, keys) => {
    const cluster = await withAccount([`--release=${release}`, ...flags])
    const extra = await cluster.extraOf(await cluster.tokenOf())
    await cluster.stop()
    expect(extra && Object.keys(extra)).toEqual(keys?.map((key) => EXTRA + key))
    if (extra) expect(extra[`${EXTRA}credential-id`]?.[0]).toMatch(/^JTI=[0-9a-f-]{36}$/)
  })

  test.each([
    ['1.28', ['pod-name', 'pod-uid']],
    ['1.30', ['credential-id', 'node-name', 'node-uid', 'pod-name', 'pod-uid']],
  ])('bound to a pod at %s', async (release, keys) => {
    const cluster = await withAccount([`--release=${release}`])
    const extra = await cluster.extraOf(await cluster.tokenOf(POD))
    await cluster.stop()
    expect(Object.keys(extra ?? {})).toEqual(keys.map((key) => EXTRA + key))
    if (keys.includes('node-name')) expect(extra?.[`${EXTRA}node-name`]).toEqual(['n1'])
  })
})

describe('a token bound to a node', () => {
  test.each([
    ['1.28', [], 'cannot bind token to object of type /v1, Kind=Node'],
    ['1.30', [], 'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled'],
    ['1.31', [], undefined],
  ])('at %s', async (release, flags, message) => {
    const cluster = await withAccount([`--release=${release}`, ...flags])
    const answer = await cluster.token(NODE)
    await cluster.stop()
    expect(answer.body.message).toBe(message)
  })

  test('ends with the node', async () => {
    const cluster = await withAccount(['--release=1.36'])
    const token = await cluster.tokenOf(NODE)
    expect((await cluster.extraOf(token))?.[`${EXTRA}node-name`]).toEqual(['n1'])
    await cluster.send('DELETE', '/api/v1/nodes/n1')
    expect(await cluster.extraOf(token)).toBeUndefined()
    await cluster.stop()
  })
})

test.each([
  ['1.33', 201, false],
  ['1.34', 409, true],
])('a token request at %s with the UID of another account is %i', async (release, code, told) => {
  const cluster = await withAccount([`--release=${release}`])
  const own = await cluster.token()
  const other = await cluster.token(undefined, { uid: 'of-the-old-one' })
  await cluster.stop()
  expect('uid' in (own.body.metadata as object)).toBe(told)
  expect(other.code).toBe(code)
  if (code === 409)
    expect(other.body.message).toMatch(
      /the UID in the token request \(of-the-old-one\) does not match the UID of the service account \([0-9a-f-]{36}\)$/,
    )
})
