import { expect, test } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { filled, kindContext, refusals, updateRefusals } from '../../../testing/kinds'
import { ingress } from './ingress/ingress'
import { networkPolicy } from './network-policy/network-policy'

const path = (backend: object, host?: string) => ({
  host,
  http: { paths: [{ pathType: 'Prefix', path: '/', backend }] },
})
const at = 'spec.rules[0].http.paths[0]'

test.each<[string, object, string[], string[]]>([
  [
    'no service',
    { rules: [path({ service: { port: { number: 70_000 } } })] },
    [`Invalid ${at}.backend.service.port.number`, `Required ${at}.backend.service.name`],
    [`Invalid ${at}.backend.servicePort`, `Required ${at}.backend.serviceName`],
  ],
  [
    'a port of no name',
    { defaultBackend: { service: { name: 's', port: { name: '-' } } } },
    ['Invalid spec.defaultBackend.service.port.name'],
    ['Invalid spec.backend.servicePort'],
  ],
  ['no path type', { rules: [{ http: { paths: [{}] } }] }, [`Required ${at}.pathType`], [`Required ${at}.pathType`]],
  ['nothing under a wildcard', { rules: [path({}, '*.a.b')] }, [`Invalid ${at}.backend`], []],
  [
    'a secret of no name',
    { defaultBackend: { resource: { kind: 'K', name: 'n' } }, tls: [{ secretName: '_' }] },
    ['Invalid spec.tls[0].secretName'],
    [],
  ],
])('an ingress with %s', (_, spec, v1, v1beta1) => {
  const found = (version: string) => refusals(ingress, { spec }, kindContext({ release: 20, version }))
  expect([found('v1'), found('v1beta1')]).toEqual([v1, v1beta1])
})

test.each([
  [{ tls: [{ secretName: '_' }] }, 'Invalid spec.tls[0].secretName'],
  [{ rules: [path({}, '*.a.b')] }, `Invalid ${at}.backend`],
])('an ingress that has %j already may keep it', (spec, refused) => {
  const body = { spec: { defaultBackend: { resource: { kind: 'K', name: 'n' } }, ...spec } }
  const context = kindContext({ release: 20 })
  expect(refusals(ingress, body, context)).toEqual([refused])
  const relabel = (draft: ApiObject) => (draft.metadata.labels = { a: 'b' })
  expect(updateRefusals(ingress, filled(ingress, body, context), relabel, context)).toEqual([])
})

const block = (ipBlock: object) => ({ spec: { ingress: [{ from: [{ ipBlock }] }] } })
const field = 'spec.ingress[0].from[0].ipBlock'

test.each([
  [{ cidr: 'x', except: ['y'] }, [`Invalid ${field}.cidr`]],
  [{ cidr: '10.0.0.0/8', except: ['y', 'z'] }, [`Invalid ${field}.except[0]`]],
  [{ cidr: '10.0.0.0/8', except: ['11.0.0.0/16', 'z'] }, ['[0]', '[1]'].map((i) => `Invalid ${field}.except${i}`)],
])('the addresses %j', (ipBlock, expected) => expect(refusals(networkPolicy, block(ipBlock))).toEqual(expected))
