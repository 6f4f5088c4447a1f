import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

const SERVICES = '/api/v1/namespaces/default/services'
const POLICIES = '/apis/networking.orch.io/v1/namespaces/default/networkpolicies'
const service = (name: string, spec: object) => ({ metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } })
const policy = (name: string, cidr: string) => ({
  metadata: { name },
  spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr } }] }] },
})

interface Answer {
  readonly code: number
  readonly warnings: readonly string[]
  readonly causes: readonly string[]
}

function asking(flags: readonly string[]) {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(['--token-auth-file=people', ...flags], {
      files: { people: 'root,root,1,system:masters\n' },
    })
  })
  afterAll(() => cluster.stop())
  return async (method: string, path: string, body: object): Promise<Answer> => {
    const response = await cluster.send(method, path, body, { authorization: 'Bearer root' })
    const { details } = (await response.json()) as { details?: { causes?: { field: string; message: string }[] } }
    return {
      code: response.status,
      warnings: Array.from((response.headers.get('warning') ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g), ([, text]) =>
        (text ?? '').replace(/\\(.)/g, '$1'),
      ),
      causes: (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`),
    }
  }
}

describe('at 1.35 ambiguous addresses are accepted with a warning', () => {
  const ask = asking(['--release=1.35'])
  test.each<[string, string, object, string[]]>([
    [
      'an external address with a zero',
      SERVICES,
      service('a', { externalIPs: ['010.1.1.1'] }),
      [
        'spec.externalIPs[0]: non-standard IP address "010.1.1.1" will be considered invalid in a future Orch release: use "10.1.1.1"',
      ],
    ],
    [
      'bits beyond the prefix',
      POLICIES,
      policy('b', '10.1.2.3/16'),
      [
        'spec.ingress[0].from[0].ipBlock.cidr: CIDR value "10.1.2.3/16" is ambiguous in this context (should be "10.1.0.0/16" or "10.1.2.3/32"?)',
      ],
    ],
    ['a plain one', POLICIES, policy('c', '10.1.0.0/16'), []],
    [
      'what a headless service ignores',
      SERVICES,
      service('d', { clusterIP: 'None', sessionAffinity: 'ClientIP' }),
      ['spec.SessionAffinity is ignored for headless services'],
    ],
    [
      'a name that the type ignores',
      SERVICES,
      service('e', { externalName: 'example.com' }),
      ['spec.externalName is ignored when spec.type is not "ExternalName"'],
    ],
  ])('%s', async (_what, path, body, warnings) => {
    expect(await ask('POST', path, body)).toEqual({ code: 201, warnings, causes: [] })
  })
})

describe('at 1.36 they are refused', () => {
  const ask = asking(['--release=1.36'])
  test.each<[string, string, object, string]>([
    [
      'a leading zero',
      SERVICES,
      service('a', { externalIPs: ['010.1.1.1'] }),
      'spec.externalIPs[0]: Invalid value: "010.1.1.1": must not have leading 0s',
    ],
    [
      'a mapped address',
      POLICIES,
      policy('b', '::ffff:10.0.0.0/8'),
      'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "::ffff:10.0.0.0/8": must not have an IPv4-mapped IPv6 address',
    ],
    [
      'bits beyond the prefix',
      POLICIES,
      policy('c', '10.1.2.3/16'),
      'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.1.2.3/16": must not have bits set beyond the prefix length',
    ],
  ])('%s', async (_what, path, body, cause) => {
    expect(await ask('POST', path, body)).toMatchObject({ code: 422, causes: [cause] })
  })
})

describe('with the gate off at 1.36', () => {
  const ask = asking(['--release=1.36', '--feature-gates=StrictIPCIDRValidation=false'])
  test('bits beyond the prefix are accepted', async () => {
    expect((await ask('POST', POLICIES, policy('a', '10.1.2.3/16'))).code).toBe(201)
  })
})
