import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { isAbout, refused } from '../shared/request'
import { maySigner, signerOf } from '../shared/signers'

const BUNDLES = { group: 'certificates.orch.io', resource: 'clustertrustbundles' }

/** A bundle without metadata written by garbage collection and the server. */
function ownPart({ metadata, ...rest }: ApiObject): object {
  const { ownerReferences, finalizers, managedFields, resourceVersion, ...others } = metadata
  return { ...rest, metadata: others }
}

/** Writing a signer's bundle requires permission to attest for it (admission document, ClusterTrustBundleAttest). */
export const clusterTrustBundleAttest = ({ authorizer }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'ClusterTrustBundleAttest',
  operations: ['CREATE', 'UPDATE'],
  validate: (request) => (isAbout(request, BUNDLES) ? attested(request, authorizer) : undefined),
})

async function attested(request: AdmissionRequest, authorizer: AdmissionEnvironment['authorizer']): Promise<void> {
  const { object, oldObject, user } = request
  if (!object) return
  const signer = signerOf(object)
  if (signer === '' || (oldObject && equal(ownPart(object), ownPart(oldObject)))) return
  if (!(await maySigner(authorizer, user, 'attest', signer)))
    throw refused(request, `user not permitted to attest for signerName "${signer}"`)
}
