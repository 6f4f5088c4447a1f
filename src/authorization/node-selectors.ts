import type { Attributes, Decision } from './authorizer'
import type { NodeGraph } from './node-graph'
import { selectorAttributes } from './selector-attributes'

/** Decides about a node's request for a resource that it may access only in part. */
export type NodeCheck = (node: string, attributes: Attributes, graph: NodeGraph) => Decision

/** Allows without giving a reason. */
export const ALLOW: Decision = { verdict: 'allow', reason: '' }
/** Leaves the decision to the next authorizer. */
export const noOpinion = (reason: string): Decision => ({ verdict: 'no-opinion', reason })

const NONE = noOpinion('')
const WRITES = new Set(['update', 'patch'])
const LISTS = new Set(['list', 'watch'])

/** Allows access to objects that are related to the node. */
export const related = (node: string, found: boolean): Decision =>
  found ? ALLOW : noOpinion(`no relationship found between node '${node}' and this object`)

/** Whether the field selector of a request requires a field to have one value. */
export function fieldIs(attributes: Attributes, field: string, value: string): boolean {
  const { requirements = [] } = selectorAttributes(attributes).fieldSelector ?? {}
  return requirements.some(
    ({ key, operator, values = [] }) =>
      key === field && operator === 'In' && values.length === 1 && values[0] === value,
  )
}

// The NodeRestriction admission plugin checks what a node writes.
const ownNode: NodeCheck = (node, { verb, subresource, name }) => {
  if (subresource === 'status') return WRITES.has(verb) ? ALLOW : NONE
  if (subresource) return NONE
  if (verb === 'create' || WRITES.has(verb)) return ALLOW
  if (verb !== 'get' && !LISTS.has(verb)) return NONE
  if (name === node) return ALLOW
  return noOpinion(
    name === ''
      ? `node '${node}' cannot read all nodes, only its own Node object`
      : `node '${node}' cannot read '${name}', only its own Node object`,
  )
}

const ownPods: NodeCheck = (node, attributes, graph) => {
  const { verb, subresource } = attributes
  if (subresource === 'status') return WRITES.has(verb) ? ALLOW : NONE
  if (subresource === 'eviction') return verb === 'create' ? ALLOW : NONE
  if (subresource) return NONE
  if (verb === 'create' || verb === 'delete') return ALLOW
  if (verb === 'get') return ownPod(node, attributes, graph)
  if (!LISTS.has(verb)) return NONE
  if (fieldIs(attributes, 'spec.nodeName', node)) return ALLOW
  if (attributes.name) return ownPod(node, attributes, graph)
  return noOpinion('can only list/watch pods with spec.nodeName field selector')
}

const ownPod: NodeCheck = (node, { namespace, name }, graph) => {
  if (!name) return noOpinion('No Object name found')
  return related(node, graph.runsPod(node, namespace, name))
}

/** Resources that each node may read only in part, if the server authorizes by selectors, as `group/resource`. */
export const OWN_NODE_CHECKS: Readonly<Record<string, NodeCheck>> = { '/nodes': ownNode, '/pods': ownPods }
