import { type ComponentHealth, componentStatusOf } from '../../api/kinds/core/component-status/component-status'
import { addZeroValues } from '../../api/zero-values'
import { unclassifiedError } from '../../machinery/api-error'
import type { ApiObject } from '../../machinery/object'
import { includeObjectOf, requireForm } from '../wire/representation'
import { dataResponse } from '../wire/respond'
import { partialList, rowOf, tableOf } from '../wire/tables'
import { checkListOptions } from './list-options'
import { listNumbers } from './options'
import type { RequestScope } from './request-scope'
import { selectionOf } from './selection'
import { LIST_FORMS, objectResponse, representationOf } from './read'
import { goTypeOf } from './wrong-type'

/** The components that a control plane of this kind has, with their health at the time of the request. */
function components({ server, type: { schema } }: RequestScope): ApiObject[] {
  const fault = server.store.fault()
  const running = server.lifetime.aborted ? 'stopped' : 'ok'
  const parts: ComponentHealth[] = [
    { name: 'controller-manager', healthy: !server.lifetime.aborted, message: running },
    fault
      ? { name: 'etcd-0', healthy: false, message: '', error: fault.message }
      : { name: 'etcd-0', healthy: true, message: '{"health":"true"}' },
  ]
  return parts.map(componentStatusOf).map((status) => (schema ? (addZeroValues(status, schema) as ApiObject) : status))
}

/** GET of one component. Components are computed, not stored. */
export async function getComponentStatus(scope: RequestScope): Promise<Response> {
  const { context } = scope
  const found = components(scope).find(({ metadata }) => metadata.name === context.info.name)
  if (!found) throw unclassifiedError(`Component not found: ${context.info.name}`)
  return objectResponse(scope, found)
}

/** GET of all components that the selectors match. */
export function listComponentStatuses(scope: RequestScope): Promise<Response> {
  const { query } = scope.context
  checkListOptions(query, false, scope.server)
  listNumbers(query)
  const selection = selectionOf(query, scope.type)
  return listMade(
    scope,
    components(scope).filter((status) => selection.matches(status)),
  )
}

/** A list of objects computed on demand, in the form that the client accepts. */
export async function listMade(scope: RequestScope, items: readonly ApiObject[]): Promise<Response> {
  const { server, context, type } = scope
  const representation = representationOf(scope)
  requireForm(representation, LIST_FORMS, () => goTypeOf(type))
  if (representation.form === 'Table') {
    const include = includeObjectOf(context.query)
    const rows = items.map((item) => rowOf(type, item, item, include, representation.metaVersion, server.clock.now()))
    return dataResponse(context, tableOf(type, rows, {}, representation.metaVersion), representation)
  }
  if (representation.form === 'PartialObjectMetadataList')
    return dataResponse(context, partialList(items, {}, representation.metaVersion), representation)
  return dataResponse(
    context,
    {
      kind: type.listKind,
      apiVersion: type.apiVersion,
      metadata: {},
      items: items.map(({ kind: _kind, apiVersion: _version, ...rest }) => rest),
    },
    representation,
  )
}
