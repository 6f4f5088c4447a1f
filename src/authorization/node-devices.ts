import { type NodeCheck, ALLOW, fieldIs, noOpinion, related } from './node-selectors'

/** A node's access to resource slices: those that its drivers publish for it (`own`: it may only request its own). */
export const sliceCheck =
  (own: boolean): NodeCheck =>
  (node, attributes, graph) => {
    const { verb, subresource, name } = attributes
    if (subresource) return noOpinion('cannot authorize ResourceSlice subresources')
    switch (verb) {
      // The NodeRestriction admission plugin checks the content of a new slice.
      case 'create':
        return ALLOW
      case 'get':
      case 'update':
      case 'patch':
      case 'delete':
        return name ? related(node, graph.concernsSlice(node, name)) : noOpinion('No Object name found')
      case 'list':
      case 'watch':
      case 'deletecollection':
        if (!own || fieldIs(attributes, 'spec.nodeName', node)) return ALLOW
        return noOpinion('can only list/watch/deletecollection resourceslices with nodeName field selector')
      default:
        return noOpinion(
          'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
        )
    }
  }
