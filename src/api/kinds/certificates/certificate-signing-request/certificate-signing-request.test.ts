import { beforeAll, describe, expect, test } from 'vitest'
import { encodeText } from '../../../../machinery/base64'
import { clone } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { cryptoRandom } from '../../../../machinery/random'
import { createAuthority } from '../../../../pki/authority'
import { type AltNames, NO_ALT_NAMES } from '../../../../pki/alt-names'
import { generateKeys } from '../../../../pki/keys'
import { nameOf } from '../../../../pki/names'
import { parsePem, toPem } from '../../../../pki/pem'
import { createRequest } from '../../../../pki/request'
import { USAGES } from '../../../../pki/usages'
import { MemoryReader } from '../../../../testing/memory-reader'
import type { KindContext } from '../../../kind-context'
import { certificateSigningRequest as kind } from './certificate-signing-request'

const crypto = globalThis.crypto
const NOW = Date.UTC(2023, 5, 1, 12)
const TIME = '2023-06-01T12:00:00Z'
const OF = { group: kind.group, resource: kind.resource }
let pem = ''
let certificate = ''
beforeAll(async () => {
  pem = await createRequest(crypto, await generateKeys(crypto, 'P-256'), { subject: nameOf('dora') })
  certificate = toPem('CERTIFICATE', (await createAuthority(crypto, { name: 'ca', now: NOW })).certificate)
})

const context = (more: Partial<KindContext> = {}): KindContext => ({
  now: NOW,
  random: cryptoRandom(crypto),
  reader: new MemoryReader(),
  user: { name: 'alice', uid: 'alice-uid', groups: ['devs'] },
  namespace: '',
  dryRun: false,
  release: 25,
  feature: () => false,
  flag: () => undefined,
  warn: () => undefined,
  version: 'v1',
  crypto,
  ...more,
})
const request = (spec: Record<string, unknown> = {}, status: Record<string, unknown> = {}): ApiObject =>
  clone({
    metadata: { name: 'r' },
    spec: { request: encodeText(pem), signerName: 'example.com/who', usages: ['client auth'], ...spec },
    status,
  })
const condition = (type = 'Approved', more: Record<string, unknown> = {}) => ({
  type,
  status: 'True',
  reason: 'Checked',
  ...more,
})

describe('creation', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a sound one', {}, []],
    ['every usage', { usages: Object.keys(USAGES) }, []],
    ['no usages', { usages: [] }, ['FieldValueRequired spec.usages']],
    ['an unknown usage', { usages: ['client auth', 'world domination'] }, ['FieldValueNotSupported spec.usages[1]']],
    [
      'a usage of another spelling',
      { usages: ['toString', 'Client Auth'] },
      ['FieldValueNotSupported spec.usages[0]', 'FieldValueNotSupported spec.usages[1]'],
    ],
    ['a usage twice', { usages: ['any', 'client auth', 'any'] }, ['FieldValueDuplicate spec.usages[2]']],
    ['no signer', { signerName: undefined }, ['FieldValueRequired spec.signerName']],
    ['an empty signer', { signerName: '' }, ['FieldValueRequired spec.signerName']],
    ['the old signer', { signerName: 'orch.io/legacy-unknown' }, ['FieldValueInvalid spec.signerName']],
    ['a signer without a path', { signerName: 'example.com' }, ['FieldValueInvalid spec.signerName']],
    ['a signer with a longer path', { signerName: 'example.com/a/b' }, ['FieldValueInvalid spec.signerName']],
    ['a signer of one label', { signerName: 'example/a' }, ['FieldValueInvalid spec.signerName']],
    ['a signer in capitals', { signerName: 'Example.com/a' }, ['FieldValueInvalid spec.signerName']],
    ['a signer with an odd path', { signerName: 'example.com/A_b' }, ['FieldValueInvalid spec.signerName']],
    ['a signer with an empty path', { signerName: 'example.com/' }, ['FieldValueInvalid spec.signerName']],
    ['a signer with dots in its path', { signerName: 'my.example.com/ns.name-1' }, []],
    [
      'a long signer',
      { signerName: `${'a.'.repeat(125)}io/${'b'.repeat(63)}${'.b'.repeat(130)}` },
      ['FieldValueTooLong spec.signerName'],
    ],
    ['a life of 599 seconds', { expirationSeconds: 599 }, ['FieldValueInvalid spec.expirationSeconds']],
    ['a life of 600 seconds', { expirationSeconds: 600 }, []],
    ['no request', { request: undefined }, ['FieldValueInvalid spec.request']],
    ['a request that is no PEM', { request: encodeText('hello') }, ['FieldValueInvalid spec.request']],
    [
      'a request that is cut off',
      { request: encodeText(toPem('CERTIFICATE REQUEST', Uint8Array.of(0x30, 0x20, 1))) },
      ['FieldValueInvalid spec.request'],
    ],
  ])('%s', (_, spec, errors) => {
    expect(kind.validate?.(request(spec), context()).map(({ reason, field }) => `${reason} ${field}`)).toEqual(errors)
  })
  test('a certificate instead of a request is refused', () => {
    expect(kind.validate?.(request({ request: encodeText(certificate) }), context())).toMatchObject([
      { field: 'spec.request' },
    ])
  })
  test('the old version still allows what it allowed', () => {
    const spec = { signerName: 'orch.io/legacy-unknown', usages: ['any', 'any', 'world domination'] }
    expect(kind.validate?.(request(spec), context({ version: 'v1beta1' }))).toEqual([])
  })
  test.each<[string, [string, string[]], Partial<AltNames>, string[] | undefined, string]>([
    [
      'a node',
      ['system:node:n', ['system:nodes']],
      {},
      ['digital signature', 'key encipherment', 'client auth'],
      'orch.io/orch-apiserver-client-orchlet',
    ],
    [
      'a node server',
      ['system:node:n', ['system:nodes']],
      { dns: ['n'] },
      ['digital signature', 'key encipherment', 'server auth'],
      'orch.io/orchlet-serving',
    ],
    ['anybody', ['dora', []], {}, undefined, 'orch.io/legacy-unknown'],
  ])('v1beta1 derives the signer of %s', async (_, subject, altNames, usages, signerName) => {
    const text = await createRequest(crypto, await generateKeys(crypto, 'P-256'), {
      subject: nameOf(...subject),
      altNames: { ...NO_ALT_NAMES, ...altNames },
    })
    const object = request({ request: encodeText(text), signerName: undefined, usages })
    kind.defaults?.(object, 'v1beta1', { release: 20, feature: () => false })
    expect(object.spec).toMatchObject({ signerName, usages: usages ?? ['digital signature', 'key encipherment'] })
    const newer = request({ signerName: undefined, usages: undefined })
    kind.defaults?.(newer, 'v1', { release: 20, feature: () => false })
    expect(newer.spec).not.toHaveProperty('signerName')
  })
  test.each([
    [21, undefined],
    [22, 3600],
  ])('release 1.%i keeps a wanted life of %s', (release, expirationSeconds) => {
    const object = request({ expirationSeconds: 3600 })
    kind.prepareForCreate?.(object, context({ release }))
    expect((object.spec as { expirationSeconds?: number }).expirationSeconds).toBe(expirationSeconds)
  })
  test('the server records the requester, and new requests are undecided', () => {
    const object = request(
      { username: 'x', uid: 'y', groups: ['z'], extra: { a: ['b'] } },
      { certificate: 'x', conditions: [condition()] },
    )
    kind.prepareForCreate?.(object, context({ user: { name: 'bob', groups: ['g'] } }))
    expect(object.status).toEqual({})
    expect(object.spec).toMatchObject({ username: 'bob', groups: ['g'] })
    expect(Object.keys(object.spec as object)).not.toEqual(expect.arrayContaining(['uid']))
    expect(Object.keys(object.spec as object)).not.toEqual(expect.arrayContaining(['extra']))
    kind.prepareForCreate?.(object, context({ user: { name: 'bob', uid: '1', groups: [], extra: { team: ['red'] } } }))
    expect(object.spec).toMatchObject({ uid: '1', groups: [], extra: { team: ['red'] } })
  })
  test('the signature is verified', async () => {
    expect(await kind.verify?.(request(), undefined, '', context())).toEqual([])
    const der = Uint8Array.from(parsePem(pem)[0]!.der)
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
    const forged = request({ request: encodeText(toPem('CERTIFICATE REQUEST', der)) })
    expect(kind.validate?.(forged, context())).toEqual([])
    expect(await kind.verify?.(forged, undefined, '', context())).toMatchObject([
      { reason: 'FieldValueInvalid', field: 'spec.request' },
    ])
    expect(await kind.verify?.(forged, forged, 'status', context())).toEqual([])
  })
})

test('an update changes neither the spec nor the approval', () => {
  const old = request({ username: 'alice' }, { conditions: [condition()] })
  const draft = request({ usages: ['any'], username: 'x' }, { certificate: encodeText(certificate) })
  kind.prepareForUpdate?.(draft, old, context())
  expect([draft.spec, draft.status]).toEqual([old.spec, old.status])
  expect(kind.validateUpdate?.(draft, old, context())).toEqual([])
})

/** What a write through a subresource leads to: the errors, or the status. */
function write(
  subresource: 'approval' | 'status',
  status: Record<string, unknown>,
  before: Record<string, unknown> = {},
  version = 'v1',
): unknown {
  const old = request({}, before)
  const draft = request({ usages: ['any'] }, status)
  const behaviour = kind.subresources?.[subresource]
  const at = context({ version, reader: new MemoryReader().put(OF, old) })
  behaviour?.prepareForUpdate?.(draft, old, at)
  expect(draft.spec).toEqual(old.spec)
  const errors = behaviour?.validateUpdate?.(draft, old, at) ?? []
  return errors.length > 0 ? errors.map(({ reason, field }) => `${reason} ${field}`) : draft.status
}
const dated = (type = 'Approved', more: Record<string, unknown> = {}) =>
  condition(type, { lastUpdateTime: TIME, lastTransitionTime: TIME, ...more })

describe('approval', () => {
  const EARLIER = '2020-01-02T03:04:05Z'
  test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    ['approve', { conditions: [condition()] }, {}, { conditions: [dated()] }],
    ['deny', { conditions: [condition('Denied')] }, {}, { conditions: [dated('Denied')] }],
    [
      'a time that is given',
      { conditions: [condition('Approved', { lastUpdateTime: EARLIER })] },
      {},
      { conditions: [dated('Approved', { lastUpdateTime: EARLIER })] },
    ],
    [
      'a condition that stood before',
      { conditions: [condition()] },
      { conditions: [dated('Approved', { lastTransitionTime: EARLIER })] },
      { conditions: [dated('Approved', { lastTransitionTime: EARLIER })] },
    ],
    ['nothing but conditions', { certificate: 'x', conditions: [condition()] }, {}, { conditions: [dated()] }],
    [
      'both at once',
      { conditions: [condition(), condition('Denied')] },
      {},
      ['FieldValueInvalid status.conditions[1].type'],
    ],
    [
      'the other one later',
      { conditions: [condition('Denied'), condition()] },
      { conditions: [dated('Denied')] },
      ['FieldValueInvalid status.conditions[1].type'],
    ],
    [
      'one type twice',
      { conditions: [condition(), condition()] },
      {},
      ['FieldValueDuplicate status.conditions[1].type'],
    ],
    [
      'no status',
      { conditions: [condition('Approved', { status: undefined })] },
      {},
      ['FieldValueRequired status.conditions[0].status'],
    ],
    [
      'a decision that is false',
      { conditions: [condition('Approved', { status: 'False' })] },
      {},
      ['FieldValueNotSupported status.conditions[0].status'],
    ],
    [
      'another type that is false',
      { conditions: [condition('Noted', { status: 'False' })] },
      {},
      { conditions: [dated('Noted', { status: 'False' })] },
    ],
    [
      'another type that is odd',
      { conditions: [condition('Noted', { status: 'yes' })] },
      {},
      ['FieldValueNotSupported status.conditions[0].status'],
    ],
    ['no type', { conditions: [condition('')] }, {}, ['FieldValueRequired status.conditions[0].type']],
    [
      'taking a decision back',
      { conditions: [] },
      { conditions: [dated()] },
      ['FieldValueForbidden status.conditions'],
    ],
    [
      'taking a failure back',
      { conditions: [] },
      { conditions: [dated('Failed')] },
      ['FieldValueForbidden status.conditions'],
    ],
    [
      'the opposite instead',
      { conditions: [condition()] },
      { conditions: [dated('Denied')] },
      ['FieldValueForbidden status.conditions'],
    ],
  ])('%s', (_, status, before, result) => expect(write('approval', status, before)).toEqual(result))
})

describe('status', () => {
  const stored = () => encodeText(certificate)
  test.each<[string, () => Record<string, unknown>, () => Record<string, unknown>, unknown]>([
    ['a certificate', () => ({ certificate: stored() }), () => ({}), { certificate: expect.any(String) as string }],
    [
      'text around certificates',
      () => ({ certificate: encodeText(`one\n${certificate}two\n${certificate}end\n`) }),
      () => ({}),
      { certificate: expect.any(String) as string },
    ],
    [
      'no certificate inside',
      () => ({ certificate: encodeText('text') }),
      () => ({}),
      ['FieldValueInvalid status.certificate'],
    ],
    [
      'headers',
      () => ({ certificate: encodeText(certificate.replace('-----\n', '-----\nA: b\n\n')) }),
      () => ({}),
      ['FieldValueInvalid status.certificate'],
    ],
    [
      'a key beside it',
      () => ({ certificate: encodeText(certificate + toPem('PUBLIC KEY', Uint8Array.of(1))) }),
      () => ({}),
      ['FieldValueInvalid status.certificate'],
    ],
    [
      'a broken one',
      () => ({ certificate: encodeText(toPem('CERTIFICATE', Uint8Array.of(0x30, 0))) }),
      () => ({}),
      ['FieldValueInvalid status.certificate'],
    ],
    [
      'another one later',
      () => ({ certificate: encodeText(`x\n${certificate}`) }),
      () => ({ certificate: stored() }),
      ['FieldValueForbidden status.certificate'],
    ],
    [
      'none later',
      () => ({ certificate: '' }),
      () => ({ certificate: stored() }),
      ['FieldValueForbidden status.certificate'],
    ],
    [
      'the same again',
      () => ({ certificate: stored() }),
      () => ({ certificate: stored() }),
      { certificate: expect.any(String) as string },
    ],
    ['an approval', () => ({ conditions: [condition()] }), () => ({}), ['FieldValueForbidden status.conditions']],
    ['a failure', () => ({ conditions: [condition('Failed')] }), () => ({}), { conditions: [dated('Failed')] }],
    [
      'an approval left out',
      () => ({ certificate: stored(), conditions: [] }),
      () => ({ conditions: [dated()] }),
      ['FieldValueForbidden status.conditions'],
    ],
    [
      'an approval told otherwise',
      () => ({ conditions: [condition('Approved', { reason: 'Other' })] }),
      () => ({ conditions: [dated()] }),
      { conditions: [dated()] },
    ],
  ])('%s', (_, status, before, result) => expect(write('status', status(), before())).toEqual(result))
  test('the old version keeps conditions as they are, and may replace a certificate', () => {
    expect(
      write(
        'status',
        { certificate: encodeText('x'), conditions: [condition()] },
        { certificate: stored() },
        'v1beta1',
      ),
    ).toEqual({ certificate: encodeText('x') })
  })
})

test.each([
  ['Pending', {}],
  ['Approved', { conditions: [condition()] }],
  ['Denied', { conditions: [condition('Denied')] }],
  ['Approved,Failed', { conditions: [condition(), condition('Failed')] }],
  ['Approved,Issued', { conditions: [condition()], certificate: 'x' }],
])('the table shows %s', (state, status) => {
  const object = request({ username: 'alice', expirationSeconds: 3600 }, status)
  object.metadata.creationTimestamp = TIME
  expect(kind.cells?.(object, NOW + 90_000)).toEqual(['90s', 'example.com/who', 'alice', '60m', state])
})
