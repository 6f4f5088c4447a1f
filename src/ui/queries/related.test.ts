import { expect, test } from 'vitest'
import type { ResourceInfo } from './discovery'
import { resourceInfo } from './discovery.testing'
import { relationsOf, type Whole } from './related'
import type { Relations } from './relations'

const kind = (resource: string, name: string, group = ''): ResourceInfo => resourceInfo(name, { resource, group })
const whole = (info: ResourceInfo, name: string, fields: Record<string, unknown> = {}, labels = {}): Whole => ({
  info,
  object: { metadata: { name, namespace: 'shop', uid: `${info.kind}-${name}`, labels }, ...fields },
})
const [pods, services, secrets, ingresses] = [
  kind('pods', 'Pod'),
  kind('services', 'Service'),
  kind('secrets', 'Secret'),
  kind('ingresses', 'Ingress', 'networking.orch.io'),
]
const pod = whole(pods, 'web-1', { spec: { volumes: [{ secret: { secretName: 'keys' } }] } }, { app: 'web' })
const elsewhere = whole(pods, 'web-2', {}, { app: 'cart' })
const service = whole(services, 'web', { spec: { selector: { app: 'web' } } })
const secret = whole(secrets, 'keys')
const ingress = whole(ingresses, 'edge', {
  spec: { tls: [{ secretName: 'gone' }], defaultBackend: { service: { name: 'web' } } },
})
const everything = [pod, elsewhere, service, secret, ingress]
const relations: Relations = {
  all: everything.map(({ info, object }) => ({ info, meta: object.metadata })),
  byUid: new Map(),
  byOwner: new Map(),
  unread: [],
}

test.each<[string, Whole, string[]]>([
  ['a pod', pod, ['Secret keys referenced in spec.volumes.secret.secretName', 'Service web selects it by its labels']],
  [
    'a service',
    service,
    ['Pod web-1 matches its selector', 'Ingress edge references it in spec.defaultBackend.service'],
  ],
  ['a secret', secret, ['Pod web-1 references it in spec.volumes.secret.secretName']],
  [
    'an ingress',
    ingress,
    [
      'Secret gone, not there, referenced in spec.tls.secretName',
      'Service web referenced in spec.defaultBackend.service',
    ],
  ],
])('%s is related to what it names and what names it', (_, self, expected) => {
  const told = relationsOf(self, relations, everything).map(
    ({ kind: of, name, known, how }) => `${of} ${name}${known ? '' : ', not there,'} ${how}`,
  )
  expect(told).toEqual(expected)
})
