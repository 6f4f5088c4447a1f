// The rules of mirrored slices, with endpoints and services that only the test changes.
import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import type { Slice } from './slice-plans'
import { sliceMirroring } from './slice-mirroring'

const PORT = { name: 'http', port: 80, protocol: 'TCP' }
const at = (...ips: string[]) => ips.map((ip) => ({ ip }))
const endpoints = (subsets: object[], metadata: object = {}): ApiObject => ({
  metadata: { name: 'm', namespace: 'n', ...metadata },
  ...{ subsets },
})
const ONE = [{ addresses: at('1.1.1.1'), ports: [PORT] }]

async function start(given: ApiObject | undefined, service: object | null = {}, release = 25): Promise<World> {
  const cluster = world()
  let made = 0
  cluster.api.answer = (method, { collection }, body) => {
    if (method !== 'POST' || collection !== 'endpointslices' || !body) return undefined
    const metadata = { ...body.metadata, name: `m-${++made}`, namespace: 'n' }
    return Response.json(cluster.api.put(collection, { ...body, metadata }))
  }
  if (service) cluster.api.put('services', { metadata: { name: 'm', namespace: 'n' }, spec: service })
  if (given) cluster.api.put('endpoints', given)
  await cluster.start(sliceMirroring, { release, feature: () => true })
  return cluster
}
const slicesOf = ({ api }: World): string[] =>
  api
    .list('endpointslices')
    .map((object) => {
      const { metadata, addressType, endpoints: members = [], ports = [] } = object as Slice
      const all = members.map(({ addresses, conditions }) => {
        const { ready } = conditions as { ready: boolean }
        return `${String(addresses)}${ready ? '' : '!'}`
      })
      return `${metadata.name ?? ''} ${addressType} ${ports.map(({ port }) => port).join()} ${all.join(' ')}`
    })
    .sort()

it.each<[string, ApiObject | undefined, object | null, string[]]>([
  ['one slice for a subset', endpoints(ONE), {}, ['m-1 IPv4 80 1.1.1.1']],
  [
    'a slice for each set of ports',
    endpoints([...ONE, { addresses: at('2.2.2.2'), ports: [{ ...PORT, port: 90 }] }]),
    {},
    ['m-1 IPv4 80 1.1.1.1', 'm-2 IPv4 90 2.2.2.2'],
  ],
  [
    'a slice for each family',
    endpoints([{ addresses: at('1.1.1.1', 'fd00::1'), ports: [PORT] }]),
    {},
    ['m-1 IPv4 80 1.1.1.1', 'm-2 IPv6 80 fd00::1'],
  ],
  [
    'unready addresses too',
    endpoints([{ addresses: at('1.1.1.1'), notReadyAddresses: at('2.2.2.2'), ports: [PORT] }]),
    {},
    ['m-1 IPv4 80 1.1.1.1 2.2.2.2!'],
  ],
  ['nothing for a service with a selector', endpoints(ONE), { selector: { app: 'x' } }, []],
  ['nothing without a service', endpoints(ONE), null, []],
  [
    'nothing where a label says so',
    endpoints(ONE, { labels: { 'endpointslice.orch.io/skip-mirror': 'true' } }),
    {},
    [],
  ],
  [
    'nothing for the election of a leader',
    endpoints(ONE, { annotations: { 'control-plane.alpha.orch.io/leader': '{}' } }),
    {},
    [],
  ],
])('makes %s', async (_, given, service, expected) => {
  const cluster = await start(given, service)
  expect(slicesOf(cluster)).toEqual(expected)
})

it('gives slices the labels and annotations of the endpoints, and names them as their owner', async () => {
  const { api } = await start(
    endpoints(ONE, { labels: { a: 'b' }, annotations: { c: 'd', 'endpoints.orch.io/last-change-trigger-time': 'x' } }),
  )
  expect(api.list('endpointslices')[0]?.metadata).toMatchObject({
    labels: {
      a: 'b',
      'orch.io/service-name': 'm',
      'endpointslice.orch.io/managed-by': 'endpointslicemirroring-controller.orch.io',
    },
    annotations: { c: 'd' },
    ownerReferences: [{ kind: 'Endpoints', name: 'm', controller: true }],
  })
})

it.each([
  [18, []],
  [20, ['m-1 IPv4 80 1.1.1.1']],
])('in release 1.%i calls unready addresses ready, if it mirrors at all', async (release, expected) => {
  const cluster = await start(endpoints([{ notReadyAddresses: at('1.1.1.1'), ports: [PORT] }]), {}, release)
  expect(slicesOf(cluster)).toEqual(expected)
})

it.each<[string, (cluster: World) => unknown, string[]]>([
  [
    'new addresses',
    ({ api }) => api.put('endpoints', endpoints([{ addresses: at('3.3.3.3'), ports: [PORT] }])),
    ['m-1 IPv4 80 3.3.3.3'],
  ],
  [
    'other ports',
    ({ api }) => api.put('endpoints', endpoints([{ addresses: at('1.1.1.1'), ports: [{ ...PORT, port: 90 }] }])),
    ['m-1 IPv4 90 1.1.1.1'],
  ],
  ['no addresses', ({ api }) => api.put('endpoints', endpoints([])), []],
  [
    'a selector',
    ({ api }) => api.put('services', { metadata: { name: 'm', namespace: 'n' }, spec: { selector: { a: 'b' } } }),
    [],
  ],
  ['deleted endpoints', ({ api }) => api.remove('endpoints', 'n', 'm'), []],
])('keeps slices as they should be after %s', async (_, change, expected) => {
  const cluster = await start(endpoints(ONE))
  change(cluster)
  await cluster.api.settled()
  expect(slicesOf(cluster)).toEqual(expected)
})

it('mirrors at most 1000 addresses of a subset, and tells', async () => {
  const many = Array.from({ length: 1002 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
  const { api } = await start(endpoints([{ addresses: at(...many), ports: [PORT] }]))
  expect((api.list('endpointslices')[0] as Slice).endpoints).toHaveLength(1000)
  expect(api.list('events').map(({ reason, message }) => [reason, message])).toEqual([
    [
      'TooManyAddressesToMirror',
      'A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. 2 addresses were skipped',
    ],
  ])
})
