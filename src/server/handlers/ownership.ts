import { applyConfiguration, trackUpdate, type ManagerOptions, withoutNewTimes } from '../../managed-fields/manager'
import { managerNameOf } from '../../managed-fields/manager-name'
import { ApplyConflict, IntentError } from '../../managed-fields/errors'
import { conversionOf } from '../../api/conversion/convert'
import { behaves } from '../../api/releases/ledger'
import type { Schema } from '../../api/schema'
import { resetFieldsOf } from '../../managed-fields/reset-fields'
import { applyConflict, badRequest, type KindName } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { timestamp } from '../../machinery/clock'
import { type MaybePromise, whenReady } from '../../machinery/maybe-promise'
import { invalid } from '../../machinery/field-error'
import { type ApiObject, parseApiVersion } from '../../machinery/object'
import { convertBetween } from '../../registry/convert'
import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { Defaulted } from './decode'
import type { RequestScope, WriteScope } from './request-scope'

const isIntOrString = (schema: Schema): boolean =>
  schema.rules?.['x-orch-int-or-string'] === true ||
  [...(schema.fields?.values() ?? []), schema.element, schema.additional].some((part) => part && isIntOrString(part))

const untyped = new WeakMap<Schema, boolean>()

/** Whether a custom type is applied without its schema, because old releases can't build the schema for apply. */
export function isAppliedUntyped({ type, server }: RequestScope): boolean {
  if (!type.custom || !type.schema || behaves('apply-types-int-or-string', server.release)) return false
  let found = untyped.get(type.schema)
  if (found === undefined) {
    found = server.catalogue.typesOfHub(type.hub).some(({ schema }) => schema !== undefined && isIntOrString(schema))
    untyped.set(type.schema, found)
  }
  return found
}

/** A resource as the ownership library sees it: its schema in every version, and the conversion between them. */
function managerOptions(scope: RequestScope): ManagerOptions {
  const { server, context, type } = scope
  const served = (apiVersion: string): ServedType | undefined => {
    if (apiVersion === type.apiVersion) return type
    const parsed = parseApiVersion(apiVersion)
    return (
      parsed &&
      server.catalogue
        .typesOfHub(type.hub)
        .find(({ group, version }) => group === parsed.group && version === parsed.version)
    )
  }
  return {
    release: server.release,
    breathe: () => context.breathe(),
    schemaOf: (apiVersion) => (isAppliedUntyped(scope) ? undefined : served(apiVersion)?.schema),
    serves: (apiVersion) => served(apiVersion) !== undefined,
    // Before entries recorded their subresource, fields could not be reset per endpoint.
    ...(behaves('managed-fields-subresource', server.release) && {
      resetFields: (apiVersion: string, subresource: string) =>
        resetFieldsOf({
          subresource,
          hasStatus: type.hub.behaviour.hasStatus === true,
          custom: type.custom,
          schema: served(apiVersion)?.schema,
        }),
    }),
    async convert(object, toApiVersion) {
      const from = served(object.apiVersion ?? '')
      const to = served(toApiVersion)
      if (!from || !to) throw new Error(`version ${toApiVersion} is no longer served`)
      return convertBetween(from, to, object)
    },
  }
}

/** Records the ownership of a write that is not an apply. Writers own also the fields that are dropped from what is kept. */
export async function trackedWrite(
  scope: WriteScope,
  live: ApiObject | undefined,
  { whole, kept }: Defaulted,
): Promise<ApiObject> {
  const seen = await asSeenByOwnership(scope.type, whole)
  if (seen === kept) return tracked(scope, live, kept)
  const { managedFields } = (await tracked(scope, live, seen)).metadata
  const { managedFields: _sent, ...metadata } = kept.metadata
  const written = { ...kept, metadata: { ...metadata, ...(managedFields && { managedFields }) } }
  return live ? withoutNewTimes(live, written) : written
}

/** Ownership sees an object as its version shows it: what another version's field becomes an annotation of is owned too. */
const asSeenByOwnership = (type: ServedType, object: ApiObject): MaybePromise<ApiObject> =>
  conversionOf(type.group, type.version, type.kind) ? whenReady(type.toHub(object), (hub) => type.fromHub(hub)) : object

/** Whether writes that are not an apply record owners: in old releases, those of APIServices don't. */
const recordsOwners = ({ group }: ServedType, release: number): boolean =>
  group !== 'apiregistration.orch.io' || behaves('owners-of-api-services', release)

/** Records the ownership of a write of which nothing is dropped. */
export async function tracked(
  scope: RequestScope & { readonly options: { readonly fieldManager: string } },
  live: ApiObject | undefined,
  next: ApiObject,
  how: ManagerOptions = managerOptions(scope),
): Promise<ApiObject> {
  const { server, context, options, type } = scope
  if (!server.feature('ServerSideApply') || !recordsOwners(type, server.release)) return next
  const manager = managerNameOf(options.fieldManager, context.request.headers.get('user-agent'))
  const written = await trackUpdate(
    live,
    next,
    { manager, time: timestamp(server.clock.now()), subresource: context.info.subresource },
    how,
  )
  return live ? withoutNewTimes(live, written) : written
}

/** The name under which the server writes by itself. */
const SERVER = 'orch-apiserver'

/** Records the ownership of what the server itself writes to a subresource in the course of a request. */
export function trackedForServer(
  { server, context, type }: RequestScope,
  subresource: string,
  live: ApiObject,
  next: ApiObject,
): Promise<ApiObject> {
  const inside = { info: { ...context.info, subresource } }
  const scope = { server, type, context: Object.assign(Object.create(context) as RequestContext, inside) }
  return tracked({ ...scope, options: { fieldManager: SERVER } }, live, next)
}

/** Records the ownership in the body of an operation that is not stored; `schema` is that of the body. */
export const trackedRequest = (scope: WriteScope, schema: Schema | undefined, request: ApiObject): Promise<ApiObject> =>
  tracked(scope, undefined, request, {
    release: scope.server.release,
    breathe: () => scope.context.breathe(),
    schemaOf: () => schema,
    serves: () => true,
    convert: (object) => Promise.resolve(object),
  })

const applierOf = ({ server, options }: WriteScope) => ({
  manager: options.fieldManager,
  force: options.force === true,
  time: timestamp(server.clock.now()),
})

/** Merges an applied configuration into the live object and records its ownership. Throws Conflict, Invalid and BadRequest. */
export async function appliedOwnership(
  scope: WriteScope,
  live: ApiObject | undefined,
  intent: ApiObject,
): Promise<ApiObject> {
  const { context, type } = scope
  const who = { ...applierOf(scope), subresource: context.info.subresource }
  try {
    return await applyConfiguration(live, intent, who, managerOptions(scope))
  } catch (error) {
    throw applyRefused(error, type, context.info.name)
  }
}

/** The same for an object that is only a view of another and has no managedFields of its own. */
export async function appliedUnrecorded(
  scope: WriteScope,
  view: KindName & { readonly schema: Schema | undefined },
  live: ApiObject,
  intent: ApiObject,
): Promise<ApiObject> {
  const who = { ...applierOf(scope), subresource: '' }
  try {
    return await applyConfiguration(live, intent, who, {
      release: scope.server.release,
      schemaOf: () => view.schema,
      convert: (object) => object,
    })
  } catch (error) {
    throw applyRefused(error, view, live.metadata.name ?? '')
  }
}

/** The client's error for a failed apply; any other error is returned unchanged. */
function applyRefused(error: unknown, of: KindName, name: string): unknown {
  if (error instanceof ApplyConflict)
    return applyConflict(
      error.message,
      error.conflicts.map(({ message, field }) => ({ reason: 'FieldManagerConflict', message, field })),
    )
  if (error instanceof IntentError)
    return error.field === undefined
      ? badRequest(error.message)
      : invalidObject(of, name, [invalid(error.field, error.value, error.message)])
  return error
}

export { withoutNewTimes }
