import { describe, expect, test } from 'vitest'
import { convertFromHub, convertToHub } from '../../../api/conversion/convert'
import { deprecationWarning, type Release, RELEASES, type ServedResource, servedResources } from '../../../api/releases'
import { hubResourceOf } from '../../../api/shared-storage'
import { clone } from '../../../machinery/json'
import { parseJson } from '../../../machinery/json-text'
import { type ApiObject, apiVersionOf, parseApiVersion } from '../../../machinery/object'
import { createMemoryStore } from '../../../store/memory'
import type { Store } from '../../../store/store'
import { startCluster, type TestCluster } from '../../../testing/cluster'
import { everyKind } from '../../../testing/every-kind'
import { type Finding, rehearse, rehearseCluster } from './rehearsal'

const object = (apiVersion: string, kind: string, more: Record<string, unknown> = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'n' },
  ...more,
})

describe('an upgrade, rehearsed', () => {
  test.each([
    ['apps/v1', 'Deployment', '1.25', 'works', undefined],
    ['extensions/v1beta1', 'Ingress', '1.20', 'deprecated', 'networking.orch.io/v1'],
    ['extensions/v1beta1', 'Ingress', '1.22', 'moves', 'networking.orch.io/v1'],
    ['batch/v1beta1', 'CronJob', '1.25', 'moves', 'batch/v1'],
    ['policy/v1beta1', 'PodSecurityPolicy', '1.25', 'breaks', undefined],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', '1.20', 'moves', 'autoscaling/v1'],
    ['example.com/v1', 'Thing', '1.25', 'unknown', undefined],
  ])('%s %s at %s: %s', (apiVersion, kind, release, verdict, converted) => {
    const [finding] = rehearse([object(apiVersion, kind, { spec: {} })], release)
    expect(finding?.verdict).toBe(verdict)
    expect(finding?.converted?.apiVersion).toBe(converted)
  })

  test('renamed fields are carried over', () => {
    const ingress = object('extensions/v1beta1', 'Ingress', {
      spec: { backend: { serviceName: 's', servicePort: 80 } },
    })
    expect(rehearse([ingress], '1.22')[0]?.converted?.spec).toMatchObject({
      defaultBackend: { service: { name: 's', port: { number: 80 } } },
    })
  })

  test('clients that write through a removed version are listed', () => {
    const live = object('batch/v1', 'CronJob', {
      metadata: {
        name: 'a',
        managedFields: [
          { manager: 'old-tool', apiVersion: 'batch/v1beta1' },
          { manager: 'new-tool', apiVersion: 'batch/v1' },
        ],
      },
    })
    const findings = rehearseCluster([live], '1.25')
    expect(findings).toMatchObject([{ apiVersion: 'batch/v1beta1', verdict: 'moves', writers: ['old-tool'] }])
  })

  test('an object of one version that is written through another is one finding', () => {
    const live = object('networking.orch.io/v1beta1', 'Ingress', {
      metadata: {
        name: 'a',
        managedFields: [
          { manager: 'old-tool', apiVersion: 'networking.orch.io/v1beta1' },
          { manager: 'older-tool', apiVersion: 'extensions/v1beta1' },
          { manager: 'older-tool', apiVersion: 'extensions/v1beta1' },
        ],
      },
    })
    const [finding, ...more] = rehearseCluster([live], '1.25')
    expect(more).toEqual([])
    expect(finding).toMatchObject({ apiVersion: 'networking.orch.io/v1beta1', writers: ['old-tool', 'older-tool'] })
    expect(finding?.also).toEqual([expect.stringMatching(/^older-tool writes it as extensions\/v1beta1: /)])
  })

  test('objects that the server updates by itself are listed separately', () => {
    const schema = (annotations: Record<string, string>) =>
      object('flowcontrol.apiserver.orch.io/v1beta2', 'FlowSchema', { metadata: { name: 'exempt', annotations } })
    const findings = rehearseCluster([schema({ 'apf.orch.io/autoupdate-spec': 'true' }), schema({})], '1.32')
    expect(findings.map(({ system }) => system ?? false)).toEqual([true, false])
  })

  test('what a server writes at its start is its own', async () => {
    const on = await startCluster(['--release=1.36', ...FLAGS], { files: TOKENS })
    const lists = await Promise.all(
      ['flowschemas', 'prioritylevelconfigurations'].map(async (resource) => {
        const list = await readAt(on, `/apis/flowcontrol.apiserver.orch.io/v1/${resource}`)
        const { apiVersion, kind, items } = list as ApiObject & { items: ApiObject[] }
        return items.map((item): ApiObject => ({ ...item, apiVersion, kind: kind?.replace(/List$/, '') }))
      }),
    )
    const findings = rehearseCluster(lists.flat(), '1.20')
    expect(findings.length).toBeGreaterThan(10)
    expect(findings.filter(({ system }) => !system)).toEqual([])
    await on.stop()
  })
})

/** Keeps the store open when its control plane goes, as a server's storage stays when the server is upgraded. */
const lasting = (store: Store): Store =>
  new Proxy(store, {
    get: (target, name) =>
      name === 'close' ? () => Promise.resolve() : (Reflect.get(target, name, target) as unknown),
  })

/** Resources whose objects are stored, each in every version that the release serves. */
const storedAt = (release: Release): ServedResource[] =>
  servedResources(release).filter(({ verbs }) => verbs.includes('create') && verbs.includes('get'))

const kindKey = ({ group, resource, kind }: ServedResource): string => `${hubResourceOf(group, resource).group} ${kind}`

/** The path of an object in the version that a release serves. */
const pathOf = (at: ServedResource, name?: string): string =>
  [
    at.group ? `/apis/${at.group}/${at.version}` : `/api/${at.version}`,
    ...(at.namespaced ? ['namespaces/default'] : []),
    at.resource,
    ...(name === undefined ? [] : [name]),
  ].join('/')

/** The object of a kind in one of its versions. */
function written(object: ApiObject, at: ServedResource): ApiObject {
  const { group = '', version = '' } = parseApiVersion(object.apiVersion ?? '') ?? {}
  const hub = convertToHub(clone(object), group, version, object.kind ?? '')
  return { ...convertFromHub(hub, at.group, at.version, at.kind), apiVersion: apiVersionOf(at), kind: at.kind }
}

const FLAGS = ['--controllers=', '--disable-admission-plugins=ServiceAccount', '--token-auth-file=tokens']
const TOKENS = { tokens: 'admin,admin,1,"system:masters"\n' }
const ADMIN = { authorization: 'Bearer admin' }
const JSON_TYPE = { ...ADMIN, 'content-type': 'application/json' }

async function readAt(on: TestCluster, path: string): Promise<ApiObject> {
  const response = await on.send('GET', path, undefined, ADMIN)
  const text = await response.text()
  expect(response.status, `${path}: ${text}`).toBe(200)
  return parseJson(text) as ApiObject
}

describe('a cluster with an object of every kind, upgraded from release to release', () => {
  test('is upgraded as predicted, and loses nothing that was not announced', { timeout: 300_000 }, async () => {
    const objects = await everyKind()
    const models = new Map(
      objects.map((object) => {
        const { group = '' } = parseApiVersion(object.apiVersion ?? '') ?? {}
        return [`${group} ${object.kind}`, object]
      }),
    )
    let store: Store | undefined
    const open = (release: Release) =>
      startCluster([`--release=${release.name}`, ...FLAGS], {
        files: TOKENS,
        openStore: async (clock) => (store ??= lasting(createMemoryStore({ clock }))),
      })
    const created = new Set<string>()
    let foretold: { at: ServedResource; finding: Finding }[] = []
    for (const release of RELEASES) {
      const on = await open(release)
      const served = storedAt(release)
      for (const at of served) {
        if (created.has(kindKey(at))) continue
        const model = models.get(kindKey(at))
        expect(model, `an object of ${kindKey(at)}`).toBeDefined()
        const response = await on.send('POST', pathOf(at), written(model as ApiObject, at), JSON_TYPE)
        expect(response.status, `${kindKey(at)} at ${release.name}: ${await response.text()}`).toBe(201)
        created.add(kindKey(at))
      }
      const found = new Map<string, ApiObject>()
      for (const at of served)
        found.set(pathOf(at), await readAt(on, pathOf(at, models.get(kindKey(at))?.metadata.name)))

      for (const { at, finding } of foretold) {
        const what = `${apiVersionOf(at)} ${at.kind} at ${release.name}: ${finding.verdict}`
        const stays = finding.verdict === 'works' || finding.verdict === 'deprecated'
        expect(found.has(pathOf(at)), what).toBe(stays)
        if (!stays) expect(deprecationWarning(at), `${what}, announced`).toBeDefined()
        if (!finding.converted) continue
        const { apiVersion, metadata: _metadata, status: _status, ...content } = finding.converted
        const to = served.find((one) => apiVersionOf(one) === apiVersion && one.kind === at.kind)
        expect(to, what).toBeDefined()
        expect(found.get(pathOf(to as ServedResource)), what).toMatchObject(content)
      }
      const next = RELEASES[RELEASES.indexOf(release) + 1]
      const findings = next ? rehearse([...found.values()], next.name) : []
      foretold = findings.map((finding, i) => ({ at: served[i] as ServedResource, finding }))
      await on.stop()
    }
    expect([...models.keys()].filter((kind) => !created.has(kind))).toEqual([])
  })
})
