import { NODE_USER_PREFIX, NODES_GROUP, type UserInfo } from '../machinery/user'
import type { Attributes, Authorizer, Decision, RulesFor } from './authorizer'
import { NO_OPINION } from './authorizer'
import { sliceCheck } from './node-devices'
import { ALLOW, type NodeCheck, noOpinion, OWN_NODE_CHECKS, related } from './node-selectors'
import type { NodeGraph } from './node-graph'
import { referenceKey } from './node-references'
import type { PolicyRule } from './policy'
import { ruleAllows } from './rules'

const LEASE_NAMESPACE = 'orch-node-lease'
const READ = ['get', 'list', 'watch']
const KEEP = ['get', 'create', 'update', 'patch', 'delete']

/** The node name of a user; undefined if it is not a node. A node has both the name prefix and the group. */
export const nodeNameOf = (user: UserInfo): string | undefined =>
  user.name.startsWith(NODE_USER_PREFIX) && user.groups.includes(NODES_GROUP)
    ? user.name.slice(NODE_USER_PREFIX.length)
    : undefined

const readReferenced =
  (kind: 'secret' | 'configmap'): NodeCheck =>
  (node, { verb, subresource, namespace, name }, graph) => {
    if (!READ.includes(verb)) return noOpinion('can only read resources of this type')
    if (subresource) return noOpinion('cannot read subresource')
    if (!namespace) return noOpinion('can only read namespaced object of this type')
    if (!name) return noOpinion('No Object name found')
    return related(node, graph.concerns(node, referenceKey(kind, namespace, name)))
  }

const getOnly =
  (concerned: (graph: NodeGraph, node: string, attributes: Attributes) => boolean): NodeCheck =>
  (node, attributes, graph) => {
    if (attributes.verb !== 'get') return noOpinion('can only get individual resources of this type')
    if (attributes.subresource) return noOpinion('cannot get subresource')
    if (!attributes.name) return noOpinion('No Object name found')
    return related(node, concerned(graph, node, attributes))
  }

const concernsClaim = (graph: NodeGraph, node: string, { namespace, name }: Attributes): boolean =>
  graph.concerns(node, referenceKey('claim', namespace, name))
const getClaim = getOnly(concernsClaim)

const claim: NodeCheck = (node, attributes, graph) => {
  if (attributes.subresource !== 'status') return getClaim(node, attributes, graph)
  if (!['update', 'patch'].includes(attributes.verb)) return noOpinion('can only get/update/patch this type')
  if (!attributes.name) return noOpinion('No Object name found')
  return related(node, concernsClaim(graph, node, attributes))
}

const token: NodeCheck = (node, { verb, name, subresource, namespace }, graph) => {
  if (verb !== 'create' || !name) return noOpinion('can only create tokens for individual service accounts')
  if (subresource !== 'token') return noOpinion('can only create token subresource of service account')
  return related(node, graph.concerns(node, referenceKey('serviceaccount', namespace, name)))
}

// Creations have no name yet; the NodeRestriction admission plugin checks it.
const ownLease: NodeCheck = (node, { verb, namespace, name }) => {
  if (!KEEP.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a node lease')
  if (namespace !== LEASE_NAMESPACE)
    return noOpinion(`can only access leases in the "${LEASE_NAMESPACE}" system namespace`)
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access node lease with the same name as the requesting node')
  return ALLOW
}

const ownCsiNode: NodeCheck = (node, { verb, subresource, name }) => {
  if (!KEEP.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a CSINode')
  if (subresource) return noOpinion('cannot authorize CSINode subresources')
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access CSINode with the same name as the requesting node')
  return ALLOW
}

/** Resources that nodes share but may each access only in part, as `group/resource`. */
const CHECKS: Readonly<Record<string, NodeCheck>> = {
  '/secrets': readReferenced('secret'),
  '/configmaps': readReferenced('configmap'),
  '/persistentvolumeclaims': claim,
  '/persistentvolumes': getOnly((graph, node, { name }) => graph.concernsVolume(node, name)),
  '/serviceaccounts': token,
  'resource.orch.io/resourceclaims': getOnly((graph, node, { namespace, name }) =>
    graph.concerns(node, referenceKey('resourceclaim', namespace, name)),
  ),
  'resource.orch.io/resourceslices': sliceCheck(false),
  'storage.orch.io/volumeattachments': getOnly((graph, node, { name }) => graph.concernsAttachment(node, name)),
  'storage.orch.io/csinodes': ownCsiNode,
  'coordination.orch.io/leases': ownLease,
}

/** The same, if the server authorizes by selectors. */
const OWN_CHECKS = { ...CHECKS, ...OWN_NODE_CHECKS, 'resource.orch.io/resourceslices': sliceCheck(true) }

/**
 * Authorizes nodes: fixed rules for shared resources, and the graph of their pods for secrets, config maps, claims, volumes, attachments,
 * devices and tokens. Has no opinion on other users.
 */
export class NodeAuthorizer implements Authorizer {
  readonly name = 'Node'
  constructor(
    private readonly graph: NodeGraph,
    private readonly rules: readonly PolicyRule[],
    /** Nodes may read only themselves and their own pods; in earlier releases, all of them. */
    private readonly ownOnly = false,
  ) {}

  authorize(attributes: Attributes): Decision {
    const node = nodeNameOf(attributes.user)
    if (node === undefined) return NO_OPINION
    if (node === '') return noOpinion(`unknown node for user ${JSON.stringify(attributes.user.name)}`)
    const resource = `${attributes.apiGroup}/${attributes.resource}`
    const checks: Readonly<Record<string, NodeCheck>> = this.ownOnly ? OWN_CHECKS : CHECKS
    const check = attributes.isResourceRequest ? checks[resource] : undefined
    if (check) return check(node, attributes, this.graph)
    return this.rules.some((rule) => ruleAllows(rule, attributes)) ? ALLOW : NO_OPINION
  }

  rulesFor(user: UserInfo): RulesFor {
    const none = { resourceRules: [], nonResourceRules: [] }
    return nodeNameOf(user) === undefined
      ? { ...none, incomplete: false }
      : { ...none, incomplete: true, evaluationError: 'node authorizer does not support user rule resolution' }
  }
}
