import { describe, expect, test } from 'vitest'
import { type Release, RELEASES, servedResources } from '../api/releases'
import { hubResourceOf } from '../api/shared-storage'
import type { Target } from '../client/targets'
import { decodeYamlStream } from '../machinery/decode-yaml'
import { type ApiObject, parseApiVersion } from '../machinery/object'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'
import { startCluster, type TestCluster } from '../testing/cluster'
import { manifestTexts } from '../testing/manifest-texts'

const OBJECTS = 1000
/** Every so many objects are written at each release. */
const STRIDE = 23

/** Namespaced built-in objects of many kinds, again and again under other names. */
function cluster(): ApiObject[] {
  const models = manifestTexts()
    .flatMap(({ text }) => decodeYamlStream(text))
    .map(({ decoded }) => decoded?.value as unknown as ApiObject)
    .filter(
      ({ kind, apiVersion = '', metadata }) =>
        metadata.namespace &&
        !apiVersion.includes('example.com') &&
        !['Pod', 'ResourceQuota', 'LimitRange', 'Event'].includes(kind ?? ''),
    )
  return Array.from({ length: OBJECTS }, (_, i) => {
    const model = structuredClone(models[i % models.length]) as ApiObject
    model.metadata.namespace = 'default'
    model.metadata.name = `${model.metadata.name}-${i}`
    const ports = (model.spec as { ports?: { nodePort?: number }[] } | undefined)?.ports
    for (const port of Array.isArray(ports) ? ports : []) delete port.nodePort
    return model
  })
}

const CLUSTER_OBJECTS = cluster()

/** Keeps the store open when its control plane goes, as a server's storage stays when the server is upgraded. */
const lasting = (store: Store): Store =>
  new Proxy(store, {
    get: (target, name) =>
      name === 'close' ? () => Promise.resolve() : (Reflect.get(target, name, target) as unknown),
  })

async function resources(on: TestCluster): Promise<Map<string, Target>> {
  const found = new Map<string, Target>()
  for (const apiVersion of new Set(CLUSTER_OBJECTS.map((object) => object.apiVersion ?? ''))) {
    const parsed = parseApiVersion(apiVersion)
    if (!parsed) throw new Error(apiVersion)
    const list = await on.admin.json<{ resources: { name: string; kind: string }[] }>(
      'GET',
      parsed.group ? `/apis/${parsed.group}/${parsed.version}` : `/api/${parsed.version}`,
    )
    for (const { name, kind } of list.resources)
      if (!name.includes('/')) found.set(`${apiVersion} ${kind}`, { ...parsed, resource: name, namespace: 'default' })
  }
  return found
}

/** What a person wrote: without records, versions and what controllers report. */
function substance({ status: _status, secrets: _secrets, ...object }: ApiObject): unknown {
  const {
    managedFields: _fields,
    resourceVersion: _version,
    generation: _generation,
    labels = {},
    ...metadata
  } = object.metadata
  const { travelled: _travelled, ...kept } = labels
  const { metrics } = (object.spec ?? {}) as { metrics?: unknown[] }
  // An autoscaler's first version has no list of metrics: a write through it moves the processor's to the end.
  if (Array.isArray(metrics)) metrics.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return { ...object, metadata: { ...metadata, labels: kept } }
}

async function readAll(on: TestCluster): Promise<Map<string, unknown>> {
  const at = await resources(on)
  const found = new Map<string, unknown>()
  for (const target of new Set(CLUSTER_OBJECTS.map((object) => at.get(`${object.apiVersion} ${object.kind}`))))
    if (target)
      for (const item of (await on.admin.list(target)).items)
        found.set(`${target.resource} ${item.metadata.name}`, substance(item))
  return found
}

/** Writes to some of the objects, through the last and so the oldest version that the release offers; they are stored again. */
async function touch(on: TestCluster, release: Release, turn: number): Promise<void> {
  const served = servedResources(release)
  for (let i = turn % STRIDE; i < CLUSTER_OBJECTS.length; i += STRIDE) {
    const { apiVersion = '', kind = '', metadata } = CLUSTER_OBJECTS[i] as ApiObject
    const { group = '' } = parseApiVersion(apiVersion) ?? {}
    const own =
      served.find((one) => one.kind === kind && one.group === group) ?? served.find((one) => one.kind === kind)
    if (!own) continue
    const at = hubResourceOf(own.group, own.resource)
    const oldest = served
      .filter((one) => {
        const hub = hubResourceOf(one.group, one.resource)
        return hub.group === at.group && hub.resource === at.resource
      })
      .at(-1)
    if (!oldest) continue
    const target = { ...oldest, namespace: 'default' }
    const mark = { metadata: { labels: { travelled: release.name } } }
    if (i % 2) await on.admin.patch(target, metadata.name ?? '', 'merge', mark)
    else {
      const live = await on.admin.get(target, metadata.name ?? '')
      live.metadata.labels = { ...live.metadata.labels, ...mark.metadata.labels }
      await on.admin.update(target, live)
    }
  }
}

describe('a cluster moved through the releases', () => {
  test(`${OBJECTS} objects lose nothing on the way down and up`, { timeout: 600_000 }, async () => {
    let store: Store | undefined
    const open = (release: string) =>
      startCluster([`--release=${release}`, '--service-cluster-ip-range=10.0.0.0/16'], {
        openStore: async (clock) => (store ??= lasting(createMemoryStore({ clock }))),
      })
    const start = await open('1.25')
    const at = await resources(start)
    for (const object of CLUSTER_OBJECTS)
      await start.admin.create(at.get(`${object.apiVersion} ${object.kind}`) as Target, object)
    const before = await readAll(start)
    expect(before.size).toBeGreaterThanOrEqual(OBJECTS)
    await start.stop()

    const down = RELEASES.filter(({ minor }) => minor < 25).reverse()
    const up = RELEASES.filter(({ minor }) => minor > 15)
    let turn = 0
    for (const release of [...down, ...up]) {
      const on = await open(release.name)
      await touch(on, release, turn++)
      await on.stop()
    }
    const end = await open('1.25')
    const after = await readAll(end)
    for (const { kind = '', apiVersion = '', metadata } of CLUSTER_OBJECTS) {
      // Later releases may add defaults; members of the body must still be there.
      const name = `${at.get(`${apiVersion} ${kind}`)?.resource} ${metadata.name}`
      expect(after.get(name), name).toMatchObject(before.get(name) as object)
    }
    await end.stop()
  })
})
