import { describe, expect, test } from 'vitest'
import { decodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { type AltNames, NO_ALT_NAMES } from '../pki/alt-names'
import { parseCertificate } from '../pki/certificate'
import { nameOf, showName } from '../pki/names'
import { certificatesOf } from '../pki/pem'
import { world } from '../testing/controller-world'
import { signingRequest } from '../testing/signing-request'
import { certificateSigner, validity } from './certificate-signer'
import type { ControllerDeps } from './controllers'

const HOUR = 3_600_000

const approved = (object: ApiObject, time = '2023-06-01T12:00:00Z'): ApiObject => ({
  ...object,
  status: { conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: time }] },
})
const CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth']
const SERVER_USAGES = ['digital signature', 'key encipherment', 'server auth']
const NODE: [string, string[]] = ['system:node:n', ['system:nodes']]

describe('signers', () => {
  const certificateOf = (object: ApiObject | undefined) => {
    const { certificate } = object?.status as { certificate?: string }
    return certificate ? parseCertificate(certificatesOf(decodeText(certificate))[0]!) : undefined
  }
  const signed = async (object: ApiObject, more: Partial<ControllerDeps> = {}) => {
    const w = world()
    w.api.put('certificatesigningrequests', object)
    await w.start(certificateSigner, more)
    return {
      certificate: certificateOf(w.api.get('certificatesigningrequests', undefined, 'r')),
      log: w.log,
      status: w.api.get('certificatesigningrequests', undefined, 'r')?.status,
    }
  }
  test.each<[string, string, [string, string[]], string[], Partial<AltNames>, boolean]>([
    ['clients', 'orch-apiserver-client', ['dora', ['a', 'b']], CLIENT_USAGES, { dns: ['x.y'], email: ['a@b'] }, true],
    ['clients', 'orch-apiserver-client', ['dora', []], ['client auth'], {}, true],
    ['clients, without the usage', 'orch-apiserver-client', ['dora', []], ['digital signature'], {}, false],
    ['clients, for servers too', 'orch-apiserver-client', ['dora', []], ['client auth', 'server auth'], {}, false],
    ['nodes', 'orch-apiserver-client-orchlet', NODE, CLIENT_USAGES, {}, true],
    ['nodes, with another name', 'orch-apiserver-client-orchlet', NODE, CLIENT_USAGES, { dns: ['x'] }, false],
    ['nodes, with fewer usages', 'orch-apiserver-client-orchlet', NODE, ['client auth'], {}, false],
    [
      'nodes, of another group',
      'orch-apiserver-client-orchlet',
      ['system:node:n', ['system:nodes', 'x']],
      CLIENT_USAGES,
      {},
      false,
    ],
    ['nodes, of another user', 'orch-apiserver-client-orchlet', ['n', ['system:nodes']], CLIENT_USAGES, {}, false],
    ['node servers', 'orchlet-serving', NODE, SERVER_USAGES, { ip: ['10.0.0.7'] }, true],
    ['node servers, without a name', 'orchlet-serving', NODE, SERVER_USAGES, {}, false],
    [
      'node servers, with an address of mail',
      'orchlet-serving',
      NODE,
      SERVER_USAGES,
      { dns: ['x'], email: ['a@b'] },
      false,
    ],
    ['node servers, with a URI', 'orchlet-serving', NODE, SERVER_USAGES, { dns: ['x'], uri: ['urn:x'] }, false],
    ['node servers, for clients', 'orchlet-serving', NODE, CLIENT_USAGES, { dns: ['x'] }, false],
    ['anybody, the old way', 'legacy-unknown', ['dora', []], ['code signing'], { uri: ['urn:x'] }, true],
  ])('for %s (%s)', async (_, signer, subject, usages, altNames, issued) => {
    const { certificate, log, status } = await signed(
      approved(await signingRequest(subject, { signerName: `orch.io/${signer}`, usages }, altNames)),
    )
    expect(!!certificate).toBe(issued)
    expect((status as { conditions: unknown[] }).conditions).toHaveLength(1)
    expect(log).toHaveLength(issued ? 0 : 1)
    if (certificate) {
      expect(showName(certificate.subject)).toBe(showName({ attributes: nameOf(...subject) }))
      expect(certificate).toMatchObject({
        isCa: false,
        altNames: { ...NO_ALT_NAMES, ...altNames },
        issuer: { commonName: 'ca' },
      })
    }
  })
  test.each([
    ['not decided', (object: ApiObject) => object],
    ['denied', (object: ApiObject) => ({ ...object, status: { conditions: [{ type: 'Denied', status: 'True' }] } })],
    [
      'failed',
      (object: ApiObject) => ({
        ...object,
        status: {
          conditions: [
            { type: 'Approved', status: 'True' },
            { type: 'Failed', status: 'True' },
          ],
        },
      }),
    ],
    [
      'of a signer elsewhere',
      (object: ApiObject) => approved({ ...object, spec: { ...(object.spec as object), signerName: 'example.com/x' } }),
    ],
  ])('a request that is %s is left alone', async (_, change) => {
    expect(
      (
        await signed(
          change(
            await signingRequest(['d', []], { signerName: 'orch.io/orch-apiserver-client', usages: ['client auth'] }),
          ),
        )
      ).certificate,
    ).toBeUndefined()
  })
  test.each([
    [undefined, 24 * HOUR, -5 * 60_000, 24 * HOUR - 5 * 60_000],
    [3600, 24 * HOUR, -5 * 60_000, HOUR],
    [600, 24 * HOUR, -5 * 60_000, 600_000],
    [10 ** 9, 24 * HOUR, -5 * 60_000, 24 * HOUR - 5 * 60_000],
    [undefined, HOUR, -5 * 60_000, HOUR],
  ])('%s seconds wanted of at most %i ms', (wanted, longest, notBefore, notAfter) => {
    expect(validity(0, longest, wanted)).toEqual({ notBefore, notAfter })
  })
  test('the flag sets the longest life', async () => {
    const object = approved(
      await signingRequest(['d', []], { signerName: 'orch.io/orch-apiserver-client', usages: ['client auth'] }),
    )
    const { certificate } = await signed(object, {
      flag: (name) => (name === 'cluster-signing-duration' ? '1h' : undefined),
    })
    expect(certificate?.notAfter).toBe(Date.UTC(2023, 5, 1, 13))
    expect(() => certificateSigner.start({ flag: () => 'soon' } as unknown as ControllerDeps)).toThrow(
      'is not a positive duration',
    )
  })
})
