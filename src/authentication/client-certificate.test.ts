import { describe, expect, test } from 'vitest'
import { exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { authority, TCP, who, world } from '../testing/authentication-world'
import { createFakeClock } from '../testing/fake-clock'

const DAY = 24 * 3600 * 1000
const UID = '1.3.6.1.4.1.57683.2'
describe('client certificates', () => {
  const asked = async (release: number, uids: readonly string[]) => {
    const { publicKey } = await generateKeys(crypto, 'P-256')
    const now = createFakeClock().now()
    const der = await authority.issue({
      subject: [...nameOf('dora', ['a']), ...uids.map((value) => ({ type: UID, value }))],
      publicKey: await exportPublicKey(crypto, publicKey),
      usages: ['client auth'],
      notBefore: now - DAY,
      notAfter: now + DAY,
    })
    const w = world()
    w.files.ca = authority.pem
    return who(await w.start({ 'client-ca-file': 'ca' }, undefined, release), {}, { ...TCP, peerCertificates: [der] })
  }
  const fingerprint = { ['authentication.orch.io/credential-id']: [expect.stringMatching(/^X509SHA256=[0-9a-f]{64}$/)] }
  const dora = { name: 'dora', groups: ['a', 'system:authenticated'] }
  test.each([
    [31, ['u1'], dora],
    [32, ['u1'], { ...dora, extra: fingerprint }],
    [33, ['u1'], { ...dora, uid: 'u1', extra: fingerprint }],
    [33, [], { ...dora, extra: fingerprint }],
    [33, ['u1', 'u2'], '401 Unauthorized'],
    [33, [''], '401 Unauthorized'],
  ])('at 1.%i with UIDs %j', async (release, uids, user) => expect(await asked(release, uids)).toEqual(user))
})
