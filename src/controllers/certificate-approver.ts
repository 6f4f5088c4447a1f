import {
  hasCondition,
  type SigningRequest,
} from '../api/kinds/certificates/certificate-signing-request/signing-request'
import { isNodeClientRequest, NODE_CLIENT_SIGNER } from '../api/kinds/certificates/certificate-signing-request/signers'
import type { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import type { Target } from '../client/targets'
import { certificateController, isIssued, requestOf } from './certificate-requests'

const REVIEWS: Target = { group: 'authorization.orch.io', version: 'v1', resource: 'subjectaccessreviews' }
const NAME = 'csrapproving'

interface Way {
  readonly subresource: string
  readonly message: string
  applies(request: SigningRequest, commonName: string): boolean
}

/** The permissions that let a requester get a node's client certificate without manual approval. */
const WAYS: readonly Way[] = [
  {
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
    applies: (request, commonName) => request.spec?.username === commonName,
  },
  {
    subresource: 'nodeclient',
    message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
    applies: () => true,
  },
]

/** Approves client certificates of nodes for requesters with permission (authentication document, "Built-in signers"). */
export const certificateApprover = certificateController(
  NAME,
  ({ client }, target) =>
    async (request) => {
      if (isIssued(request) || request.spec?.signerName !== NODE_CLIENT_SIGNER) return
      if (hasCondition(request, 'Approved') || hasCondition(request, 'Denied')) return
      const parsed = requestOf(request)
      if (!isNodeClientRequest(parsed, request.spec.usages ?? [])) return
      const tried = WAYS.filter((way) => way.applies(request, parsed.subject.commonName))
      for (const { subresource, message } of tried)
        if (await isAllowed(client, request, subresource)) {
          const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message }
          const conditions = [...(request.status?.conditions ?? []), condition]
          await client.update(
            target,
            { ...request, status: { ...request.status, conditions } },
            { subresource: 'approval' },
          )
          return
        }
      // The permission may be granted later: an error makes the queue retry.
      throw new Error(`the requester may not create ${tried.map(({ subresource }) => subresource).join(' or ')}`)
    },
  ['authorization.orch.io/v1/subjectaccessreviews'],
)

async function isAllowed(client: Client, { spec = {} }: SigningRequest, subresource: string): Promise<boolean> {
  const { username: user, uid, groups, extra } = spec
  const resourceAttributes = {
    group: 'certificates.orch.io',
    resource: 'certificatesigningrequests',
    verb: 'create',
    subresource,
  }
  const review = await client.create<ApiObject & { status?: { allowed?: boolean } }>(REVIEWS, {
    apiVersion: 'authorization.orch.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user, ...(uid && { uid }), ...(groups && { groups }), ...(extra && { extra }), resourceAttributes },
  })
  return review.status?.allowed === true
}
