import { afterEach, describe, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})

const OPEN = ['--anonymous-auth=true', '--controllers=']
const TYPE = 'application/json;g=apidiscovery.orch.io;v=v2beta1;as=APIGroupDiscoveryList'
const LATER = TYPE.replace('v2beta1', 'v2')

async function ask(flags: string[], path: string, accept: string, more: Record<string, string> = {}) {
  cluster ??= await startCluster([...flags, ...OPEN])
  return cluster.send('GET', path, undefined, { accept, ...more })
}

describe('all of discovery at once', () => {
  it.each([
    ['1.27', '', `${LATER},${TYPE},application/json`, TYPE],
    ['1.27', '', TYPE, TYPE],
    ['1.27', '', `application/json,${TYPE}`, 'application/json'],
    ['1.27', '', LATER, undefined],
    ['1.27', 'AggregatedDiscoveryEndpoint=false', `${TYPE},application/json`, 'application/json'],
    ['1.26', '', `${TYPE},application/json`, 'application/json'],
    ['1.26', 'AggregatedDiscoveryEndpoint=true', `${TYPE},application/json`, TYPE],
    ['1.25', '', TYPE, undefined],
    ['1.29', '', LATER, undefined],
    ['1.30', '', `${LATER},${TYPE},application/json`, LATER],
    ['1.32', '', TYPE, TYPE],
    ['1.33', '', TYPE, undefined],
    ['1.33', 'AggregatedDiscoveryRemoveBetaType=false', TYPE, TYPE],
    ['1.33', '', LATER, LATER],
  ])('1.%s "%s" with Accept %s is %s', async (release, gates, accept, expected) => {
    const flags = [`--release=${release}`, ...(gates ? [`--feature-gates=${gates}`] : [])]
    const answer = await ask(flags, '/apis', accept)
    if (expected === undefined) expect(answer.status).toBe(406)
    else expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expected])
    const version = /v=(v\w+)/.exec(expected ?? '')?.[1]
    if (version) expect(await answer.json()).toMatchObject({ apiVersion: `apidiscovery.orch.io/${version}` })
  })

  it('says what the single documents say', async () => {
    const flags = ['--release=1.27']
    const list = (await (await ask(flags, '/apis', TYPE)).json()) as { items: { metadata: { name: string } }[] }
    const single = (await (await ask(flags, '/apis', 'application/json')).json()) as { groups: { name: string }[] }
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(single.groups.map(({ name }) => name))
    const apps = list.items.find(({ metadata }) => metadata.name === 'apps')
    expect(apps).toMatchObject({
      metadata: { name: 'apps', creationTimestamp: null },
      versions: [{ version: 'v1', freshness: 'Current' }],
    })
    expect(JSON.stringify(apps)).toContain(
      '"resource":"deployments","responseKind":{"group":"apps","version":"v1","kind":"Deployment"},' +
        '"scope":"Namespaced","singularResource":"deployment"',
    )
    expect(JSON.stringify(apps)).toContain(
      '{"subresource":"scale","responseKind":{"group":"autoscaling","version":"v1","kind":"Scale"},',
    )
  })

  it('has the core group without a name, and a tag for clients that have it already', async () => {
    const answer = await ask(['--release=1.27'], '/api', TYPE)
    const etag = answer.headers.get('etag') ?? ''
    expect(await answer.json()).toMatchObject({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.orch.io/v2beta1',
      items: [{ metadata: { creationTimestamp: null }, versions: [{ version: 'v1' }] }],
    })
    expect((await ask([], '/api', TYPE, { 'if-none-match': etag })).status).toBe(304)
    expect((await ask([], '/api', TYPE, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

it.each([
  ['1.26', ''],
  ['1.27', 'pod'],
])('at %s the singular name of pods is "%s"', async (release, expected) => {
  cluster = await startCluster([`--release=${release}`, ...OPEN])
  const list = (await (await cluster.send('GET', '/api/v1')).json()) as {
    resources: { name: string; singularName: string }[]
  }
  expect(list.resources.find(({ name }) => name === 'pods')?.singularName).toBe(expected)
})

describe('a client that accepts no form of an answer', () => {
  it.each([
    ['/', 200, undefined],
    ['/apis', 406, 'only the following media types are accepted: application/json, application/yaml, '],
    ['/apis/apps', 406, 'only the following media types are accepted: application/json, application/yaml, '],
    ['/apis/apps/v1', 406, '406: Not Acceptable'],
    ['/api', 406, '406: Not Acceptable'],
  ])('%s', async (path, status, message) => {
    const response = await ask(['--release=1.20'], path, 'text/html')
    expect(response.status).toBe(status)
    if (message !== undefined)
      expect(await response.json()).toMatchObject({ message: expect.stringContaining(message) as string })
  })

  it.each([
    ['/apis/apps/v1', ''],
    ['/api/v1/namespaces/default', ''],
    ['/api/v1/namespaces', 'streams'],
  ])('%s lists its forms in later releases', async (path, streams) => {
    const forms = ['application/json', 'application/yaml', 'application/vnd.orch.protobuf']
    const watched = ['application/json;stream=watch', 'application/vnd.orch.protobuf;stream=watch']
    const available = streams ? [...forms, ...forms, ...watched] : forms
    const response = await ask(['--release=1.25'], path, 'text/html')
    expect(await response.json()).toMatchObject({
      code: 406,
      message: `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
    })
  })
})
