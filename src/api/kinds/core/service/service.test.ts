import { describe, expect, test } from 'vitest'
import { clone } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../../testing/kinds'
import { MemoryReader } from '../../../../testing/memory-reader'
import { service } from './service'

const SERVICES = { group: '', resource: 'services' }
const of = (spec: object) => ({ spec: { ports: [{ port: 80 }], ...spec } })
const specOf = (object: ApiObject) => object['spec'] as Record<string, unknown> & { ports: Record<string, unknown>[] }

function created(body: object, context = kindContext()): ApiObject {
  const object = filled(service, body, context)
  service.beginCreate?.(object, context)
  return object
}
function updated(old: ApiObject, spec: object, context = kindContext()): ApiObject {
  const draft = clone(old)
  draft['spec'] = spec
  service.defaults?.(draft, 'v1', context)
  service.prepareForUpdate?.(draft, old, context)
  service.beginUpdate?.(draft, old, context)
  return draft
}

test.each<[string, object, string[]]>([
  ['nothing wrong', of({}), []],
  ['no ports', { spec: {} }, ['Required spec.ports']],
  ['no ports, headless', { spec: { clusterIP: 'None' } }, []],
  [
    'a node port of a cluster service',
    of({ ports: [{ port: 80, nodePort: 30000 }] }),
    ['Forbidden spec.ports[0].nodePort'],
  ],
  ['a headless node port', of({ type: 'NodePort', clusterIP: 'None' }), ['Invalid spec.clusterIPs[0]']],
  [
    'an external name with an address',
    { spec: { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.1' } },
    ['Forbidden spec.clusterIPs'],
  ],
  ['a policy of nobody', of({ externalTrafficPolicy: 'Local' }), ['Invalid spec.externalTrafficPolicy']],
  [
    'an unknown policy',
    of({ type: 'NodePort', externalTrafficPolicy: 'Near' }),
    ['NotSupported spec.externalTrafficPolicy'],
  ],
  ['a health port of nobody', of({ healthCheckNodePort: 30000 }), ['Invalid spec.healthCheckNodePort']],
  [
    'too long an affinity',
    of({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 90000 } } }),
    ['Invalid spec.sessionAffinityConfig.clientIP.timeoutSeconds'],
  ],
  [
    'ranges of nobody',
    of({ loadBalancerSourceRanges: ['x'] }),
    ['Forbidden spec.LoadBalancerSourceRanges', 'Invalid spec.LoadBalancerSourceRanges'],
  ],
  ['a class of nobody', of({ loadBalancerClass: 'a/b' }), ['Forbidden spec.loadBalancerClass']],
  ['an external address of the machine', of({ externalIPs: ['127.0.0.1'] }), ['Invalid spec.externalIPs[0]']],
  ['two families of one kind', of({ ipFamilies: ['IPv4', 'IPv4'] }), ['Duplicate spec.ipFamilies[1]']],
  ['an address of another family', of({ clusterIP: '10.0.0.9', ipFamilies: ['IPv6'] }), ['Invalid spec.clusterIPs[0]']],
  ['two stacks on one', of({ ipFamilyPolicy: 'RequireDualStack' }), ['Invalid spec.ipFamilyPolicy']],
  ['an address outside', of({ clusterIP: '192.0.2.1' }), ['Invalid spec.clusterIPs']],
  [
    'a node port outside',
    of({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }),
    ['Invalid spec.ports[0].nodePort'],
  ],
])('%s', (_, body, expected) => expect(refusals(service, body)).toEqual(expected))

test('mixed protocols of load balancers came with 1.24', () => {
  const body = of({
    type: 'LoadBalancer',
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 80, protocol: 'UDP' },
    ],
  })
  expect(refusals(service, body)).toEqual([])
  expect(refusals(service, body, kindContext({ release: 23 }))).toEqual(['Invalid spec.ports'])
})

describe('allocation', () => {
  test('a cluster address out of the range, and a family', () => {
    const flag = (name: string) => (name === 'service-cluster-ip-range' ? '10.9.0.0/30' : undefined)
    const reader = new MemoryReader()
    const context = kindContext({ flag, reader })
    const seen = new Set<unknown>()
    for (const name of ['a', 'b']) {
      const object = created({ metadata: { name }, ...of({}) }, context)
      reader.put(SERVICES, object)
      seen.add(specOf(object)['clusterIP'])
      expect(specOf(object)).toMatchObject({ ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' })
    }
    expect(seen).toEqual(new Set(['10.9.0.1', '10.9.0.2']))
    expect(() => created({ metadata: { name: 'c' }, ...of({}) }, context)).toThrow('range is full')
    reader.remove(SERVICES, 'default', 'a')
    expect(() => created({ metadata: { name: 'c' }, ...of({}) }, context)).not.toThrow()
  })

  test('an address that another service has', () => {
    const reader = new MemoryReader()
    reader.put(SERVICES, created({ metadata: { name: 'other' }, ...of({ clusterIP: '10.0.0.7' }) }))
    expect(refusals(service, of({ clusterIP: '10.0.0.7' }), kindContext({ reader }))).toEqual([
      'Invalid spec.clusterIPs',
    ])
  })

  test('addresses of a service that is being stored are reserved for a moment', () => {
    const reader = new MemoryReader()
    const at = (now: number) => kindContext({ reader, now })
    created({ metadata: { name: 'first' }, ...of({ clusterIP: '10.0.0.7' }) }, at(0))
    expect(refusals(service, of({ clusterIP: '10.0.0.7' }), at(1000))).toEqual(['Invalid spec.clusterIPs'])
    expect(refusals(service, of({ clusterIP: '10.0.0.7' }), at(90_000))).toEqual([])
  })

  test('an address that was just freed is given to another service only when it is asked for, or the last one', () => {
    const flag = (name: string) => (name === 'service-cluster-ip-range' ? '10.9.0.0/29' : undefined)
    const reader = new MemoryReader()
    const context = kindContext({ flag, reader })
    const add = (name: string, spec: object = {}) => {
      const object = created({ metadata: { name }, ...of(spec) }, context)
      reader.put(SERVICES, object)
      return specOf(object)['clusterIP']
    }
    const freed = add('a', { clusterIP: '10.9.0.3' })
    reader.remove(SERVICES, 'default', 'a')
    const others = ['b', 'c', 'd', 'e', 'f'].map((name) => add(name))
    expect(others).not.toContain(freed)
    expect(add('g')).toBe(freed)
    reader.remove(SERVICES, 'default', 'g')
    expect(add('h', { clusterIP: freed })).toBe(freed)
  })

  test('both families where there are both', () => {
    const flag = (name: string) => (name === 'service-cluster-ip-range' ? '10.9.0.0/24,fd00::/108' : undefined)
    const spec = specOf(created(of({ ipFamilyPolicy: 'PreferDualStack' }), kindContext({ flag })))
    expect(spec['ipFamilies']).toEqual(['IPv4', 'IPv6'])
    expect(spec['clusterIPs']).toEqual([expect.stringMatching(/^10\.9\.0\./), expect.stringMatching(/^fd00::/)])
  })

  test.each([
    ['stored before there was a list', 20, { clusterIP: '10.0.0.7' }, ['10.0.0.7']],
    ['headless', 20, { clusterIP: 'None' }, ['None']],
    ['of two addresses', 20, { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7', 'fd00::7'] }, ['10.0.0.7', 'fd00::7']],
    ['without an address', 20, { type: 'ExternalName' }, undefined],
    ['read by a release that knows one address', 19, { clusterIP: '10.0.0.7' }, undefined],
  ])('the list of addresses of a service %s', (_, release, spec, clusterIPs) => {
    const stored = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec }
    expect(service.completeStored?.(stored, release).spec).toEqual({ ...spec, ...(clusterIPs && { clusterIPs }) })
    expect(stored.spec).toBe(spec)
  })

  test('earlier releases show no IP families', () => {
    const context = kindContext({ release: 20 })
    expect(specOf(created(of({}), context))).not.toHaveProperty('ipFamilies')
  })

  test('one node port for the protocols of a port', () => {
    const { ports } = specOf(
      created(
        of({
          type: 'NodePort',
          ports: [
            { name: 'a', port: 53 },
            { name: 'b', port: 53, protocol: 'UDP' },
            { name: 'c', port: 80 },
          ],
        }),
      ),
    )
    expect(ports[0]?.['nodePort']).toBe(ports[1]?.['nodePort'])
    expect(ports[2]?.['nodePort']).not.toBe(ports[0]?.['nodePort'])
    for (const { nodePort } of ports) expect(nodePort).toSatisfy((port: number) => port >= 30000 && port <= 32767)
  })

  test('a load balancer for local traffic has a port for its health, and none for nodes when it wants none', () => {
    const spec = specOf(
      created(of({ type: 'LoadBalancer', externalTrafficPolicy: 'Local', allocateLoadBalancerNodePorts: false })),
    )
    expect(spec['healthCheckNodePort']).toBeTypeOf('number')
    expect(spec.ports[0]).not.toHaveProperty('nodePort')
  })
})

describe('updates', () => {
  test('an update without addresses and ports keeps those allocated', () => {
    const old = created(of({ type: 'NodePort' }))
    const next = specOf(updated(old, { type: 'NodePort', ports: [{ port: 80 }, { port: 81, name: 'b' }] }))
    expect(next['clusterIP']).toBe(specOf(old)['clusterIP'])
    expect(next.ports[0]?.['nodePort']).toBe(specOf(old).ports[0]?.['nodePort'])
    expect(next.ports[1]?.['nodePort']).toBeTypeOf('number')
  })

  test('a change of type releases what only the old type needs', () => {
    const old = created(of({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }))
    const plain = specOf(updated(old, { ...specOf(old), type: 'ClusterIP' }))
    for (const member of ['healthCheckNodePort', 'externalTrafficPolicy', 'allocateLoadBalancerNodePorts'])
      expect(plain).not.toHaveProperty(member)
    expect(plain.ports[0]).not.toHaveProperty('nodePort')
    const external = specOf(updated(old, { ...specOf(old), type: 'ExternalName', externalName: 'a.b' }))
    for (const member of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'])
      expect(external).not.toHaveProperty(member)
  })

  test.each<[string, object, string[]]>([
    ['another address', { clusterIP: '10.0.0.99' }, ['Invalid spec.clusterIPs[0]']],
    ['another port', { ports: [{ port: 81 }] }, []],
  ])('%s', (_, change, expected) =>
    expect(updateRefusals(service, created(of({})), (draft) => Object.assign(specOf(draft), change))).toEqual(expected),
  )

  test('an empty first address is a changed one', () => {
    const old = created(of({}))
    const draft = { ...old, spec: { ...specOf(old), clusterIPs: [''] } }
    expect(service.validateUpdate?.(draft, old, kindContext())).toMatchObject([
      { field: 'spec.clusterIPs[0]', message: 'Invalid value: []string{""}: may not change once set' },
    ])
  })
})

test.each([
  [{ type: 'ClusterIP', clusterIPs: ['None'] }, {}, ['ClusterIP', 'None', '<none>', '<none>']],
  [
    { type: 'ClusterIP', clusterIPs: ['10.0.0.1'], externalIPs: ['1.2.3.4'], ports: [{ port: 80, protocol: 'TCP' }] },
    {},
    ['ClusterIP', '10.0.0.1', '1.2.3.4', '80/TCP'],
  ],
  [
    { type: 'LoadBalancer', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, nodePort: 30000, protocol: 'TCP' }] },
    {},
    ['LoadBalancer', '10.0.0.1', '<pending>', '80:30000/TCP'],
  ],
  [
    { type: 'LoadBalancer', externalIPs: ['1.1.1.1'] },
    { loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { hostname: 'a.b' }] } },
    ['LoadBalancer', '<none>', '2.2.2.2,a.b,1.1.1.1', '<none>'],
  ],
  [{ type: 'ExternalName', externalName: 'a.b' }, {}, ['ExternalName', '<none>', 'a.b', '<none>']],
])('%j is shown as it is', (spec, status, cells) =>
  expect(service.cells?.({ metadata: { name: 'a' }, spec, status }, 0).slice(0, 4)).toEqual(cells),
)

test.each([
  ['10.0.0.0', ['Invalid spec.clusterIPs']],
  ['10.0.0.255', ['Invalid spec.clusterIPs']],
  ['10.0.0.1', []],
  ['10.0.0.254', []],
])('the address %s of the range', (clusterIP, expected) =>
  expect(refusals(service, of({ clusterIP }))).toEqual(expected),
)

const early = kindContext({ release: 20 })
const earliest = kindContext({ release: 19 })

describe('before services listed their addresses', () => {
  test('there is no list', () => {
    const made = created(of({}), earliest)
    expect(specOf(made)).toHaveProperty('clusterIP')
    expect(specOf(made)).not.toHaveProperty('clusterIPs')
    expect(specOf(updated(made, specOf(made), earliest))).toEqual(specOf(made))
  })

  test.each<[object, string[]]>([
    [{ type: 'NodePort', clusterIP: 'None' }, ['Invalid spec.clusterIP']],
    [{ type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.1' }, ['Forbidden spec.clusterIP']],
    [{ clusterIP: 'x' }, ['Invalid spec.clusterIP']],
    [{ clusterIP: '10.9.0.1' }, ['Invalid spec.clusterIP']],
  ])('%j is refused by the field that there is', (spec, expected) =>
    expect(refusals(service, of(spec), earliest)).toEqual(expected),
  )

  test('the address stays', () =>
    expect(
      updateRefusals(
        service,
        created(of({}), earliest),
        (draft) => Object.assign(specOf(draft), { clusterIP: '10.0.0.77' }),
        earliest,
      ),
    ).toEqual(['Invalid spec.clusterIP']))
})

test('an update without the address is rejected before 1.21', () => {
  const without = (draft: ApiObject): void => void Object.assign(draft, { spec: { ports: [{ port: 80 }] } })
  expect(updateRefusals(service, created(of({}), early), without, early)).toEqual(['Invalid spec.clusterIPs[0]'])
  expect(updateRefusals(service, created(of({})), without)).toEqual([])
})

test('before there were families, a second address is left out', () =>
  expect(created(of({ clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'fd00::1'] }), early)['spec']).toMatchObject({
    clusterIPs: ['10.0.0.9'],
  }))

test.each([
  [
    ['SCTP', 'ICMP'],
    ['Invalid spec.ports', 'NotSupported spec.ports[1].protocol'],
  ],
  [['TCP', 'UDP'], ['Invalid spec.ports']],
])('before there were mixed load balancers, the protocols %j', (protocols, expected) => {
  const ports = protocols.map((protocol, i) => ({ name: `p${i}`, port: 80, protocol }))
  expect(refusals(service, of({ type: 'LoadBalancer', ports }), early)).toEqual(expected)
})

test.each<[string, object, string[]]>([
  [
    'ports by themselves before what they share',
    {
      ports: [
        { name: 'a', port: 80, nodePort: 30000 },
        { name: 'b', port: 80 },
        { name: 'b', port: 81, protocol: 'X' },
      ],
      selector: { 'a b': 'c' },
      clusterIP: 'x',
    },
    ['ports[2].name', 'ports[2].protocol', 'selector', 'clusterIPs[0]', 'ports[0].nodePort', 'ports[1]'],
  ],
  [
    'what an external name forbids before ports',
    { type: 'ExternalName', clusterIP: '10.0.0.1', ports: [{ port: 0, targetPort: 1 }] },
    ['clusterIPs', 'externalName', 'ports[0].port'],
  ],
  [
    'families before addresses',
    { ipFamilies: ['X'], clusterIP: 'x', clusterIPs: ['x', 'y', 'z'] },
    ['ipFamilies[0]', 'clusterIPs[0]', 'clusterIPs[1]', 'clusterIPs[2]', 'clusterIPs'],
  ],
])('errors are in the order of the published server: %s', (_, spec, fields) => {
  const context = kindContext({ release: 22 })
  const errors = service.validate?.(filled(service, of(spec), context), context) ?? []
  expect(errors.map(({ field }) => field)).toEqual(fields.map((field) => `spec.${field}`))
})

test.each<[string, object, string[]]>([
  ['cluster IPs alone', { clusterIP: 'x', externalIPs: ['1'], ports: [{ port: 0 }] }, ['clusterIPs[0]']],
  [
    'what traffic from outside may do before what traffic inside may',
    { type: 'ClusterIP', externalTrafficPolicy: 'Local', internalTrafficPolicy: 'X' },
    ['externalTrafficPolicy', 'internalTrafficPolicy'],
  ],
])('errors come in the order of 1.27: %s', (_, spec, fields) => {
  const context = kindContext({ release: 27 })
  const errors = service.validate?.(filled(service, of(spec), context), context) ?? []
  expect(errors.map(({ field }) => field)).toEqual(fields.map((field) => `spec.${field}`))
})
