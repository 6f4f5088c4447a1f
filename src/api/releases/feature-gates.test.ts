import { afterEach, describe, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { featureGate, parseFeatureGates } from './feature-gates'

let cluster: TestCluster | undefined
afterEach(() => cluster?.stop())

async function started(release: string, gates = '', ...more: string[]): Promise<TestCluster> {
  cluster = await startCluster([`--release=${release}`, ...(gates ? [`--feature-gates=${gates}`] : []), ...more])
  return cluster
}

const anonymous = ['--anonymous-auth=true']
const statusOf = async (release: string, gates: string, path: string): Promise<number> =>
  (await (await started(release, gates, ...anonymous)).send('GET', path)).status

describe('endpoints that depend on the release or a gate', () => {
  it.each([
    ['1.25', '', '/openapi/v3', 200],
    ['1.25', 'OpenAPIV3=false', '/openapi/v3', 404],
    ['1.25', 'OpenAPIV3=false', '/openapi/v3/api/v1', 404],
    ['1.23', '', '/openapi/v3', 404],
    ['1.23', 'OpenAPIV3=true', '/openapi/v3', 200],
    ['1.22', '', '/openapi/v3', 404],
    ['1.15', '', '/livez', 404],
    ['1.15', '', '/readyz', 404],
    ['1.15', '', '/healthz', 200],
    ['1.16', '', '/livez', 200],
    ['1.16', '', '/readyz/ping', 200],
    ['1.20', '', '/.well-known/openid-configuration', 200],
    ['1.20', 'ServiceAccountIssuerDiscovery=false', '/.well-known/openid-configuration', 404],
    ['1.20', 'ServiceAccountIssuerDiscovery=false', '/openid/v1/jwks', 404],
    ['1.17', '', '/openid/v1/jwks', 404],
  ])('1.%s "%s" GET %s → %i', async (release, gates, path, status) => {
    expect(await statusOf(release, gates, path)).toBe(status)
  })
})

describe('values of built-in fields in OpenAPI documents', () => {
  it.each([
    ['1.20', '', false],
    ['1.23', '', false],
    ['1.23', 'OpenAPIEnums=true', true],
    ['1.24', '', true],
    ['1.24', 'OpenAPIEnums=false', false],
    ['1.35', '', true],
  ])('%s "%s": %s', async (release, gates, told) => {
    const answer = await (await started(release, gates, ...anonymous)).send('GET', '/openapi/v2')
    const { definitions } = (await answer.json()) as {
      definitions: Record<string, { properties?: Record<string, { enum?: string[]; description?: string }> }>
    }
    const field = definitions['io.orch.api.core.v1.PodSpec']?.properties?.restartPolicy
    expect(field?.enum).toEqual(told ? ['Always', 'Never', 'OnFailure'] : undefined)
    expect(field?.description?.includes('Possible enum values')).toBe(told)
  })
})

describe('Warning headers', () => {
  it.each([
    ['1.20', '', 1],
    ['1.20', 'WarningHeaders=false', 0],
    ['1.18', '', 0],
  ])('1.%s "%s": %i', async (release, gates, count) => {
    const cluster = await started(release, gates, ...anonymous)
    const response = await cluster.send('GET', '/apis/extensions/v1beta1/ingresses')
    expect(response.status).toBe(200)
    expect(response.headers.has('warning') ? 1 : 0).toBe(count)
  })
})

describe('metadata.selfLink', () => {
  const linksOf = async (release: string, gates: string) => {
    const cluster = await started(release, gates, ...anonymous)
    const made = await cluster.send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } })
    const link = async (response: Response) =>
      ((await response.json()) as { metadata: { selfLink?: string } }).metadata.selfLink
    const list = (await (await cluster.send('GET', '/api/v1/namespaces/default/configmaps')).json()) as {
      metadata: { selfLink?: string }
      items: { metadata: { selfLink?: string; name: string } }[]
    }
    return [
      await link(made),
      await link(await cluster.send('GET', '/api/v1/namespaces/default')),
      await link(await cluster.send('GET', '/apis/rbac.authorization.orch.io/v1beta1/clusterroles/view')),
      list.metadata.selfLink,
      list.items.find(({ metadata }) => metadata.name === 'a')?.metadata.selfLink,
    ]
  }
  const all = [
    '/api/v1/namespaces/default/configmaps/a',
    '/api/v1/namespaces/default',
    '/apis/rbac.authorization.orch.io/v1beta1/clusterroles/view',
    '/api/v1/namespaces/default/configmaps',
    '/api/v1/namespaces/default/configmaps/a',
  ]
  it.each([
    ['1.15', ''],
    ['1.19', ''],
    ['1.20', 'RemoveSelfLink=false'],
  ])('is filled in by 1.%s "%s"', async (release, gates) => {
    expect(await linksOf(release, gates)).toEqual(all)
  })
  it.each([
    ['1.20', ''],
    ['1.19', 'RemoveSelfLink=true'],
  ])('is left out by 1.%s "%s"', async (release, gates) => {
    expect(await linksOf(release, gates)).toEqual(all.map(() => undefined))
  })

  it('belongs to the server: writes neither store it nor own it', async () => {
    const cluster = await started('1.19', '', ...anonymous)
    const path = '/api/v1/namespaces/default/configmaps'
    const made = (await (await cluster.send('POST', path, { metadata: { name: 'a', selfLink: '/x' } })).json()) as {
      metadata: Record<string, unknown>
    }
    expect(made.metadata['selfLink']).toBe(`${path}/a`)
    const again = (await (await cluster.send('PUT', `${path}/a`, made)).json()) as { metadata: Record<string, unknown> }
    expect(again.metadata['resourceVersion']).toBe(made.metadata['resourceVersion'])
    expect(JSON.stringify(again.metadata['managedFields'] ?? [])).not.toContain('selfLink')
  })
})

describe('further gates', () => {
  it('DryRun=false refuses dryRun', async () => {
    const cluster = await started('1.18', 'DryRun=false', ...anonymous)
    const response = await cluster.send('POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'a' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      reason: 'BadRequest',
      message: 'the dryRun beta feature is disabled',
    })
  })

  it.each([
    ['1.20', '', true],
    ['1.20', 'RootCAConfigMap=false', false],
    ['1.19', '', false],
  ])('1.%s "%s" publishes the root certificate: %s', async (release, gates, published) => {
    const { admin } = await started(release, gates)
    const target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
    const found = async () =>
      (await admin.list(target)).items.some(({ metadata }) => metadata.name === 'orch-root-ca.crt')
    if (published) await expect.poll(found).toBe(true)
    else expect(await found()).toBe(false)
  })

  it.each([
    ['', true],
    ['StorageVersionHash=false', false],
  ])('"%s" shows storageVersionHash: %s', async (gates, shown) => {
    const cluster = await started('1.25', gates, ...anonymous)
    expect(JSON.stringify(await (await cluster.send('GET', '/api/v1')).json()).includes('storageVersionHash')).toBe(
      shown,
    )
  })
})

describe('stages whose default is not the usual one, and gates of parts that are not simulated', () => {
  it.each([
    ['WindowsHostNetwork', 32, 'alpha', true, false],
    ['WindowsHostNetwork', 33, 'deprecated', false, false],
    ['KMSv1', 28, 'deprecated', true, false],
    ['KMSv1', 29, 'deprecated', false, false],
    ['ExecProbeTimeout', 34, 'ga', true, false],
    ['ExecProbeTimeout', 35, 'ga', true, true],
    ['GitRepoVolumeDriver', 36, 'deprecated', false, true],
    ['AppArmor', 30, 'beta', true, false],
    ['ClientsPreferCBOR', 32, 'alpha', false, false],
    ['LoggingAlphaOptions', 36, 'alpha', false, false],
  ] as const)('%s at 1.%i', (name, release, stage, on, locked) => {
    expect(featureGate(name, release)).toMatchObject({ name, stage, default: on, locked })
  })

  it('knows them only while the release does', () => {
    expect(featureGate('AppArmor', 33)).toBeUndefined()
    expect(featureGate('ClientsPreferCBOR', 31)).toBeUndefined()
  })

  it('says that they have no effect, and why', () => {
    const { warnings } = parseFeatureGates(['ContextualLogging=false', 'AppArmor=false'], 30)
    expect(warnings).toEqual(['Feature gate AppArmor has no effect on this server: no container runs'])
    expect(() => parseFeatureGates(['GitRepoVolumeDriver=true'], 36)).toThrow('is deprecated in release 1.36')
  })

  it('accepts a stable gate in releases that still accept it', () => {
    const { warnings } = parseFeatureGates(['ExecProbeTimeout=false'], 34)
    expect(warnings[0]).toBe('Feature gate ExecProbeTimeout is stable; it will be removed in a future release')
    expect(() => parseFeatureGates(['ExecProbeTimeout=false'], 35)).toThrow('is stable in release 1.35')
  })
})

describe('a gate in a release, as the release declares it', () => {
  it.each([
    ['APIPriorityAndFairness', 17, 'alpha', false, false],
    ['EndpointSliceNodeName', 21, 'ga', true, true],
    ['CSIMigrationOpenStack', 21, 'beta', true, false],
    ['CSIMigrationOpenStack', 24, 'ga', true, true],
    ['CSIMigrationAWS', 22, 'beta', false, false],
    ['CSIMigrationAWS', 24, 'beta', true, false],
    ['LegacyNodeRoleBehavior', 20, 'beta', true, false],
    ['LegacyNodeRoleBehavior', 18, 'alpha', true, false],
    ['LegacyNodeRoleBehavior', 21, 'ga', false, true],
    ['EndpointSlice', 17, 'beta', false, false],
    ['ExternalPolicyForExternalIP', 18, 'ga', false, false],
    ['TaintBasedEvictions', 17, 'beta', true, false],
    ['StorageObjectInUseProtection', 22, 'ga', true, false],
    ['CronJobControllerV2', 22, 'ga', true, true],
    ['DownwardAPIHugePages', 22, 'beta', false, false],
    ['CSIMigrationvSphere', 24, 'beta', false, false],
    ['EventedPLEG', 28, 'beta', false, false],
    ['EventedPLEG', 29, 'alpha', false, false],
    ['SchedulerQueueingHints', 28, 'beta', true, false],
    ['RetroactiveDefaultStorageClass', 28, 'ga', true, true],
    ['APIServingWithRoutine', 30, 'beta', true, false],
    ['MutatingAdmissionPolicy', 30, 'alpha', false, false],
    ['SchedulerAsyncAPICalls', 34, 'beta', true, false],
    ['AggregatedDiscoveryRemoveBetaType', 34, 'deprecated', true, false],
    ['AggregatedDiscoveryRemoveBetaType', 35, 'deprecated', true, true],
    ['SeparateCacheWatchRPC', 36, 'deprecated', false, true],
  ])('%s at 1.%i: %s, on %s, locked %s', (name, release, stage, on, locked) => {
    expect(featureGate(name, release)).toMatchObject({ stage, default: on, locked })
  })

  it.each(['CustomResourceDefaulting', 'CustomResourcePublishOpenAPI', 'CustomResourceWebhookConversion'])(
    '%s is unknown since 1.18',
    (name) => {
      expect(featureGate(name, 17)).toBeDefined()
      expect(featureGate(name, 18)).toBeUndefined()
    },
  )

  it.each([
    ['StrictCostEnforcementForVAP', 30],
    ['SeparateCacheWatchRPC', 29],
    ['StreamingProxyRedirects', 24],
    ['TaintBasedEvictions', 20],
  ])('%s is unknown at 1.%i', (name, release) => {
    expect(featureGate(name, release)).toBeUndefined()
  })
})
