import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf, type Target } from '../../client/targets'
import { decodeYamlStream } from '../../machinery/decode-yaml'
import { isQuantity, canonicalQuantity } from '../../machinery/quantity'
import { type ApiObject, parseApiVersion } from '../../machinery/object'
import { openIndexedDbStore } from '../../store/indexeddb'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { manifestTexts } from '../../testing/manifest-texts'

const manifests = manifestTexts().flatMap(({ file, text }) =>
  decodeYamlStream(text).map(({ decoded, error }) => {
    if (error) throw error
    return { file, object: decoded?.value as unknown as ApiObject }
  }),
)
const open = () => startCluster([], { openStore: (clock) => openIndexedDbStore({ clock, name: 'manifests' }) })

let cluster: TestCluster
beforeAll(async () => {
  cluster = await open()
})
afterAll(() => cluster.stop())

async function targetOf({ apiVersion = '', kind, metadata }: ApiObject): Promise<Target> {
  const parsed = parseApiVersion(apiVersion)
  if (!parsed) throw new Error(`${apiVersion} is no version`)
  const path = parsed.group ? `/apis/${parsed.group}/${parsed.version}` : `/api/${parsed.version}`
  const { resources } = await cluster.admin.json<{ resources: { name: string; kind: string }[] }>('GET', path)
  const resource = resources.find((one) => one.kind === kind && !one.name.includes('/'))?.name
  if (!resource) throw new Error(`${apiVersion} serves no ${kind}`)
  return { ...parsed, resource, namespace: metadata.namespace }
}

/** Where `read` lacks something that `written` says. Quantities may be written in another way. */
function lost(written: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(written))
    return written.flatMap((item, i) => lost(item, (read as unknown[] | undefined)?.[i], `${path}[${i}]`))
  if (typeof written === 'object' && written !== null)
    return Object.entries(written).flatMap(([key, value]) =>
      key === 'stringData' ? [] : lost(value, (read as Record<string, unknown> | undefined)?.[key], `${path}.${key}`),
    )
  // Empty texts are left out of answers where they say nothing.
  if (written === read || (written === '' && read === undefined)) return []
  if (isQuantity(written) && isQuantity(read) && canonicalQuantity(written) === canonicalQuantity(read)) return []
  return [`${path}: ${JSON.stringify(written)} became ${JSON.stringify(read)}`]
}

async function established(name: string): Promise<void> {
  const target: Target = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
  for await (const { object } of cluster.admin.watch(target, { query: { fieldSelector: `metadata.name=${name}` } }))
    if (
      (object.status as { conditions?: { type: string; status: string }[] }).conditions?.some(
        ({ type, status }) => type === 'Established' && status === 'True',
      )
    )
      return
}

const whole = (object: ApiObject): string => `${object.kind} ${object.metadata.name}`

describe.sequential('manifests as people have them', () => {
  test('there are enough of them', () => expect(manifests.length).toBeGreaterThanOrEqual(30))

  test.each(manifests.map((manifest) => [whole(manifest.object), manifest] as const))(
    '%s is accepted unchanged',
    async (_name, { object }) => {
      const target = await targetOf(object)
      const response = await cluster.admin.raw('POST', pathOf(target), object, { query: { fieldValidation: 'Strict' } })
      expect(response.status, await response.clone().text()).toBe(201)
      if (object.kind === 'CustomResourceDefinition') await established(object.metadata.name ?? '')
      expect(lost(object, await cluster.admin.get(target, object.metadata.name ?? ''))).toEqual([])
    },
  )

  test('all of them survive a restart', async () => {
    await cluster.stop()
    cluster = await open()
    for (const { object } of manifests)
      expect(
        lost(object, await cluster.admin.get(await targetOf(object), object.metadata.name ?? '')),
        whole(object),
      ).toEqual([])
  })

  test('they are deleted without a trace', async () => {
    const clusterScoped = manifests.filter(({ object }) => !object.metadata.namespace).map(({ object }) => object)
    const namespaces = clusterScoped
      .filter(({ kind }) => kind === 'Namespace')
      .map(({ metadata }) => metadata.name ?? '')
    for (const object of [...clusterScoped].reverse())
      await cluster.admin.delete(await targetOf(object), object.metadata.name ?? '')
    const left = () =>
      cluster.store.list('/').entries.filter(({ value }) => {
        const { metadata } = value as ApiObject
        return (
          namespaces.includes(metadata.namespace ?? metadata.name ?? '') ||
          clusterScoped.some(
            ({ kind, metadata: { name } }) => name === metadata.name && kind === (value as ApiObject).kind,
          )
        )
      })
    await expect.poll(() => left().map(({ key }) => key)).toEqual([])
  })
})

describe('a pod that is created together with its namespace', () => {
  const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const together = async (argv: readonly string[]): Promise<Response> => {
    const own = await startCluster(argv)
    try {
      own.clock.hold()
      await own.admin.raw('POST', '/api/v1/namespaces', { metadata: { name: 'new' } })
      return await own.admin.raw('POST', '/api/v1/namespaces/new/pods', pod)
    } finally {
      await own.stop()
    }
  }

  test('waits for its service account, although the clock is held', async () =>
    expect((await together([])).status).toBe(201))

  test('is refused where nobody creates the service account', async () => {
    const answer = await together(['--controllers=namespace'])
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('serviceaccount \\"default\\" not found')
  })
})
