import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { clusterTrustBundleAttest } from './cluster-trust-bundle-attest'

const OF = 'certificates.orch.io/clustertrustbundles'
const bundle = (signerName: string | undefined, trustBundle = 'a', finalizers: string[] = []) => ({
  metadata: { name: 'b', finalizers },
  spec: { signerName, trustBundle },
})
const mine = bundle('example.com/mine')

test.each<[string, object, object | undefined, readonly string[], string]>([
  ['of no signer', bundle(undefined), undefined, [], 'passed'],
  ['without the right', mine, undefined, [], '403'],
  ['with another power', mine, undefined, ['sign example.com/mine'], '403'],
  ['for the very signer', mine, undefined, ['attest example.com/mine'], 'passed'],
  ['for all of its domain', mine, undefined, ['attest example.com/*'], 'passed'],
  ['with other certificates', bundle('example.com/mine', 'b'), mine, [], '403'],
  ['with other finalizers only', bundle('example.com/mine', 'a', ['x/y']), mine, [], 'passed'],
])('a bundle %s', async (_, object, oldObject, powers, expected) => {
  const stage = new AdmissionStage(35)
  stage.allows = ({ verb, name, resource }) => resource === 'signers' && powers.includes(`${verb} ${name}`)
  const verdict = await stage.verdict(clusterTrustBundleAttest(stage.environment), {
    of: OF,
    object,
    ...(oldObject && { oldObject }),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
