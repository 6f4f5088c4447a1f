import { beforeAll, expect, test } from 'vitest'
import { encodeText } from '../../machinery/base64'
import { generateKeys } from '../../pki/keys'
import { nameOf } from '../../pki/names'
import { createRequest } from '../../pki/request'
import { AdmissionStage } from '../../testing/admission-stage'
import { certificateApproval } from './certificate-approval'
import { certificateSigning } from './certificate-signing'
import { certificateSubjectRestriction } from './certificate-subject-restriction'

const OF = 'certificates.orch.io/certificatesigningrequests'
const SIGNER = 'example.com/signer'
const asking = (more: object = {}, signerName = SIGNER) => ({ metadata: { name: 'r' }, spec: { signerName }, ...more })

const rows: readonly (readonly [string, string, string, readonly string[], string])[] = [
  ['approval', 'approve', 'the very signer', [`approve ${SIGNER}`], 'passed'],
  ['approval', 'approve', 'all of its domain', ['approve example.com/*'], 'passed'],
  ['approval', 'approve', 'another signer', ['approve example.com/other'], '403'],
  ['approval', 'approve', 'another power', [`sign ${SIGNER}`], '403'],
  ['status', 'sign', 'the very signer', [`sign ${SIGNER}`], 'passed'],
  ['status', 'sign', 'all of its domain', ['sign example.com/*'], 'passed'],
  ['status', 'sign', 'another power', [`approve ${SIGNER}`], '403'],
]
test.each(rows)('a request through %s needs permission to %s: %s', async (part, _, __, powers, expected) => {
  const stage = new AdmissionStage()
  stage.allows = ({ verb, name, resource }) => resource === 'signers' && powers.includes(`${verb} ${name}`)
  const plugin = part === 'approval' ? certificateApproval(stage.environment) : certificateSigning(stage.environment)
  const verdict = await stage.verdict(plugin, {
    of: `${OF}/${part}`,
    object: asking({ status: { certificate: 'Yw==', conditions: [{ type: 'Approved' }] } }),
    oldObject: asking(),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test('the stored signer counts, not the one in the body', async () => {
  const stage = new AdmissionStage()
  stage.allows = ({ name }) => name === 'example.com/mine'
  const verdict = await stage.verdict(certificateApproval(stage.environment), {
    of: `${OF}/approval`,
    object: asking({}, 'example.com/mine'),
    oldObject: asking(),
  })
  expect(verdict).toContain(`"${SIGNER}"`)
})

test.each([
  [25, { certificate: '' }, 'passed'],
  [25, { conditions: [{ type: 'Failed' }] }, '403'],
  [18, { conditions: [{ type: 'Failed' }] }, 'passed'],
  [18, { certificate: 'Yw==' }, '403'],
])('release 1.%i asks for a permission for the status %j', async (release, status, expected) => {
  const stage = new AdmissionStage(release)
  stage.allows = () => false
  const verdict = await stage.verdict(certificateSigning(stage.environment), {
    of: `${OF}/status`,
    object: asking({ status }),
    oldObject: asking(),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

let masters: string
let others: string
beforeAll(async () => {
  const keys = await generateKeys(crypto, 'P-256')
  const encoded = async (...groups: string[]) =>
    encodeText(await createRequest(crypto, keys, { subject: nameOf('eve', groups) }))
  masters = await encoded('devs', 'system:masters')
  others = await encoded('devs')
})

test.each([
  ['masters by the client signer', 'orch.io/orch-apiserver-client', () => masters, '403'],
  ['others by the client signer', 'orch.io/orch-apiserver-client', () => others, 'passed'],
  ['masters by another signer', SIGNER, () => masters, 'passed'],
  ['nonsense by the client signer', 'orch.io/orch-apiserver-client', () => 'bm9uc2Vuc2U=', '403'],
])('a certificate for %s', async (_, signer, request, expected) => {
  const stage = new AdmissionStage()
  const object = asking({ spec: { signerName: signer, request: request() } }, signer)
  const verdict = await stage.verdict(certificateSubjectRestriction(), { of: OF, object, namespace: '' })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
