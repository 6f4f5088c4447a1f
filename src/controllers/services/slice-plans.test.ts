import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { core, startLivingCluster } from '../../testing/living'

type Slice = ApiObject & {
  readonly addressType: string
  readonly endpoints: readonly { readonly targetRef: { readonly resourceVersion?: string } }[] | null
  readonly ports: readonly object[] | null
}

// Families of the service, release, and the families of its slices.
const CASES: [string, object, number, string[]][] = [
  ['one family', { clusterIP: '10.96.0.77' }, 20, ['IPv4']],
  ['no family, headless', { clusterIP: 'None' }, 20, ['IPv4', 'IPv6']],
  ['no family, headless', { clusterIP: 'None' }, 19, ['IPv4']],
  ['one family, headless', { clusterIP: 'None' }, 25, ['IPv4']],
  ['both families, headless', { clusterIP: 'None', ipFamilyPolicy: 'RequireDualStack' }, 25, ['IPv4', 'IPv6']],
]

describe('slices of a service', () => {
  it.each(CASES)('with %s (%j, 1.%i) are of the families %j', async (_, spec, release, families) => {
    const ranges = ['10.96.0.0/16', ...(release < 25 ? [] : ['fd00::/108'])]
    const cluster = await startLivingCluster(1, [
      `--release=1.${release}`,
      `--service-cluster-ip-range=${ranges.join(',')}`,
      '--disable-admission-plugins=ServiceAccount',
    ])
    const { admin } = cluster
    const container = { name: 'c', image: 'shop:1' }
    await admin.create(core('pods'), {
      metadata: { name: 'p', labels: { app: 'p' } },
      spec: { containers: [container] },
    })
    await admin.create(core('services'), {
      metadata: { name: 's' },
      spec: { selector: { app: 'p' }, ports: [{ port: 80 }], ...spec },
    })
    const version = release < 21 ? 'v1beta1' : 'v1'
    const slices = await cluster.passing(
      async () => {
        const target = { group: 'discovery.orch.io', version, resource: 'endpointslices', namespace: 'default' }
        const { items } = await admin.list(target, { query: { labelSelector: 'orch.io/service-name=s' } })
        return (items as Slice[]).sort((a, b) => a.addressType.localeCompare(b.addressType))
      },
      (found) => (found[0]?.endpoints ?? []).length === 1,
    )
    expect(slices.map(({ addressType }) => addressType)).toEqual(families)
    // The pod has no address of the second family, so that slice is empty; absent lists are null.
    for (const { endpoints, ports } of slices.slice(1)) expect([endpoints, ports]).toEqual([null, null])
    const version4 = slices[0]?.endpoints?.[0]?.targetRef.resourceVersion
    expect(version4 !== undefined).toBe(release < 24)
    await cluster.stop()
  })
})
