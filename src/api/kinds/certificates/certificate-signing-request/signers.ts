import { NODE_USER_PREFIX, NODES_GROUP } from '../../../../machinery/user'
import { EXTENSION } from '../../../../pki/certificate'
import type { ParsedRequest } from '../../../../pki/request'

/** Built-in signers (authentication document, "Built-in signers"). */
export const CLIENT_SIGNER = 'orch.io/orch-apiserver-client'
/** Signs client certificates of nodes. */
export const NODE_CLIENT_SIGNER = 'orch.io/orch-apiserver-client-orchlet'
/** Signs serving certificates of nodes. */
export const NODE_SERVING_SIGNER = 'orch.io/orchlet-serving'
/** Signer of requests that name none; only v1beta1 can create them. */
export const LEGACY_SIGNER = 'orch.io/legacy-unknown'

type Asked = Pick<ParsedRequest, 'subject' | 'altNames' | 'extensions'>
/** Why a signer refuses a request; undefined if it accepts. */
export type SignerRule = (request: Asked, usages: readonly string[]) => string | undefined

const exactly = (usages: readonly string[], wanted: readonly string[]): boolean =>
  new Set(usages).size === wanted.length && wanted.every((usage) => usages.includes(usage))

function notANode({ subject }: Asked): string | undefined {
  if (subject.organizations.length !== 1 || subject.organizations[0] !== NODES_GROUP)
    return `subject organization is not ${NODES_GROUP}`
  if (!subject.commonName.startsWith(NODE_USER_PREFIX))
    return `subject common name does not begin with ${NODE_USER_PREFIX}`
  return undefined
}

const client: SignerRule = (_, usages) => {
  const allowed = ['digital signature', 'key encipherment', 'client auth']
  const other = usages.find((usage) => !allowed.includes(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

const nodeClient: SignerRule = (request, usages) => {
  const wanted = ['key encipherment', 'digital signature', 'client auth']
  if (request.extensions.includes(EXTENSION.subjectAltName)) return 'subject alternative names are not allowed'
  return notANode(request) ?? (exactly(usages, wanted) ? undefined : `usages must be exactly ${wanted.join(', ')}`)
}

const nodeServing: SignerRule = (request, usages) => {
  const wanted = ['key encipherment', 'digital signature', 'server auth']
  const { dns, ip, email, uri } = request.altNames
  if (dns.length + ip.length === 0) return 'at least one DNS or IP subject alternative name is required'
  if (email.length > 0) return 'email subject alternative names are not allowed'
  if (uri.length > 0) return 'URI subject alternative names are not allowed'
  return notANode(request) ?? (exactly(usages, wanted) ? undefined : `usages must be exactly ${wanted.join(', ')}`)
}

/** Requirements of each built-in signer. None of them issues CA certificates. */
export const SIGNER_RULES: ReadonlyMap<string, SignerRule> = new Map<string, SignerRule>([
  [CLIENT_SIGNER, client],
  [NODE_CLIENT_SIGNER, nodeClient],
  [NODE_SERVING_SIGNER, nodeServing],
  [LEGACY_SIGNER, () => undefined],
])

/** Whether a request is one of a node for its client certificate. */
export const isNodeClientRequest = (request: Asked, usages: readonly string[]): boolean =>
  nodeClient(request, usages) === undefined
/** Whether a request is one of a node for its serving certificate. */
export const isNodeServingRequest = (request: Asked, usages: readonly string[]): boolean =>
  nodeServing(request, usages) === undefined
