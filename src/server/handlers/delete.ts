import { fractionErrors } from '../../api/fractions'
import { schemaOf } from '../../api/types'
import { readTyped } from '../../api/walk'
import { ApiError, forbiddenRequest, unclassifiedError } from '../../machinery/api-error'
import { invalid, notSupported, type FieldError } from '../../machinery/field-error'
import { isObject, type JsonObject } from '../../machinery/json'
import { parseApiVersion } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { type DeleteOptions, deleteObject, type PropagationPolicy } from '../../registry/delete'
import { hubForm } from '../../registry/storage'
import type { WriteCall } from '../../registry/write-call'
import type { Catalogue } from '../../registry/catalogue'
import { type Body, decodeBody, encodingOfBody, readContent, type SentBody } from '../wire/body'
import { aboutObject, type RequestContext } from '../context'
import { successStatus } from '../errors'
import { dataResponse } from '../wire/respond'
import { notIdentified } from '../wire/unreadable'
import { type Encoding, META_GROUP } from '../wire/representation'
import { realReading } from './body-refusal'
import type { RequestScope } from './request-scope'
import { booleanParameter, dryRunErrors, int64Parameter, refuseOptions } from './options'
import { objectResponse, representationOf, versionMatchErrors } from './read'
import { pageOf, pageResponse } from './list-page'
import { writeCall } from './write-call'

const OPTIONS = 'DeleteOptions'
/** The type of delete options. */
const OPTIONS_TYPE = 'machinery.apis.meta.v1.DeleteOptions'
const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan']

interface ReadOptions extends DeleteOptions {
  readonly dryRun: boolean
  readonly raw: Record<string, unknown>
}

/** Refuses options of an apiVersion and kind that can't be read here. */
type Identify = (given: { readonly apiVersion: string; readonly kind: string }) => void

/** DeleteOptions from the body, or from the query if there is no body. Throws Invalid and BadRequest. */
async function readDeleteOptions(context: RequestContext, identify: Identify, release: number): Promise<ReadOptions> {
  const content = await readContent(context)
  const raw = content.length ? fromBody(context, content, identify, release) : fromQuery(context.query)
  refuseOptions('DeleteOptions', deleteOptionsErrors(raw))
  const { orphanDependents, propagationPolicy, gracePeriodSeconds, preconditions } = raw
  const policy = (propagationPolicy ??
    (orphanDependents === true ? 'Orphan' : orphanDependents === false ? 'Background' : undefined)) as
    | PropagationPolicy
    | undefined
  return {
    dryRun: asList(raw.dryRun).includes('All'),
    ...(policy && { propagationPolicy: policy }),
    ...(isWhole(gracePeriodSeconds) && { gracePeriodSeconds }),
    ...(isObject(preconditions) && { preconditions: preconditions }),
    raw: { kind: 'DeleteOptions', apiVersion: `${META_GROUP}/v1`, ...raw },
  }
}

/** What is wrong with delete options, wherever they stand. */
export function deleteOptionsErrors({
  dryRun,
  orphanDependents,
  propagationPolicy,
}: Readonly<Record<string, unknown>>): FieldError[] {
  const errors: FieldError[] = dryRunErrors(asList(dryRun))
  if (orphanDependents !== undefined && propagationPolicy !== undefined)
    errors.push(
      invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
    )
  if (propagationPolicy !== undefined && !POLICIES.includes(propagationPolicy as string))
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']))
  return errors
}

const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isSafeInteger(value)

const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function fromBody(
  context: RequestContext,
  content: SentBody,
  identify: Identify,
  release: number,
): Record<string, unknown> {
  const value = optionsIn(context, content, encodingOfBody(context, ['json', 'yaml', 'protobuf']), release)
  const { kind, apiVersion, gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun } = value
  if (kind !== undefined && typeof kind !== 'string') throw unclassifiedError('kind must be a string')
  if (apiVersion !== undefined && typeof apiVersion !== 'string') throw unclassifiedError('apiVersion must be a string')
  identify({ apiVersion: apiVersion ?? '', kind: kind || OPTIONS })
  return withoutNulls({ gracePeriodSeconds, propagationPolicy, orphanDependents, preconditions, dryRun })
}

/** Options to delete one object may name any version. */
const optionsOfAny: Identify = ({ kind }) => {
  if (kind !== OPTIONS) throw unclassifiedError(`the object provided is Kind=${kind}, expected ${OPTIONS}`)
}

/** Options to delete a collection must name a version of a served group, each of which has them. */
const optionsOfServed =
  (catalogue: Catalogue): Identify =>
  ({ apiVersion, kind }) => {
    if (apiVersion === '' && kind === OPTIONS) return
    const { group, version } = parseApiVersion(apiVersion || 'v1') ?? { group: '', version: apiVersion }
    if (kind === OPTIONS && catalogue.hasGroupVersion(group, version)) return
    throw unclassifiedError(
      catalogue.findKind(group, version, kind)
        ? `converting (${version}.${kind}) to (v1.${OPTIONS}): unknown conversion`
        : `no kind "${kind}" is registered for version "${apiVersion || 'v1'}"`,
    )
  }

/** Unreadable options are refused without a reason; any other unreadable body is a bad request. */
function optionsIn(context: RequestContext, content: SentBody, encoding: Encoding, release: number): JsonObject {
  let body: Body
  try {
    body = decodeBody(content, encoding, 'options', context.binary)
  } catch (error) {
    throw unclassifiedError(messageOf(error))
  }
  const value = body.value ?? {}
  if (!isObject(value)) throw unclassifiedError(notIdentified(value))
  const schema = schemaOf(OPTIONS_TYPE, release)
  if (!schema) return value
  const { errors } = readTyped(value, schema)
  const [error] = [...errors, ...fractionErrors(body.fractions, schema)]
  if (error !== undefined) throw unclassifiedError(realReading(schema, body, release).problem ?? error)
  return value
}

function fromQuery(query: URLSearchParams): Record<string, unknown> {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '')
  const preconditions = Object.fromEntries(
    ['uid', 'resourceVersion'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  return withoutNulls({
    gracePeriodSeconds: int64Parameter(query, 'gracePeriodSeconds'),
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    orphanDependents: booleanParameter(query, 'orphanDependents'),
    preconditions: Object.keys(preconditions).length ? preconditions : undefined,
    dryRun: dryRun.length ? dryRun : undefined,
  })
}

const withoutNulls = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** DELETE of one object. */
export async function deleteOne(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  representationOf(scope)
  const options = await readDeleteOptions(context, optionsOfAny, server.release)
  context.audit?.requestObject(options.raw)
  const { name } = context.info
  const why = type.hub.behaviour.undeletable?.(name)
  if (why !== undefined) throw forbiddenRequest(type, name, why)
  const call = writeCall(scope, {
    name,
    subresource: '',
    dryRun: options.dryRun,
    operation: 'DELETE',
    options: options.raw,
  })
  const { object, removed } = await deleteObject(server.store, call, options)
  if (!options.dryRun) await deleteTogether(scope)
  const { deleteReturnsObject } = type.hub.behaviour
  // Only old clients that ask to delete dependents too get 202 while the deletion is incomplete.
  const code = !removed && options.raw.orphanDependents === false ? 202 : 200
  if (deleteReturnsObject === true || (!removed && deleteReturnsObject !== 'never'))
    return objectResponse(scope, await type.fromHub(object), code)
  return dataResponse(
    context,
    successStatus({
      name,
      ...(type.group && { group: type.group }),
      kind: type.resource,
      ...(object.metadata.uid && { uid: object.metadata.uid }),
    }),
    { ...representationOf(scope), form: 'object' },
    code,
  )
}

/** Deletes companions of the same name. No client requested these deletions, so admission is skipped. */
async function deleteTogether(scope: RequestScope): Promise<void> {
  const { server, context, type } = scope
  for (const other of type.hub.behaviour.deletedTogether ?? []) {
    const target = server.catalogue
      .types()
      .find(({ group, resource }) => group === other.group && resource === other.resource)
    if (!target) continue
    const shape = { name: context.info.name, subresource: '', dryRun: false, operation: 'DELETE' as const }
    try {
      await deleteObject(server.store, unasked(writeCall({ ...scope, type: target }, shape)), {})
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.reason === 'NotFound'

const unasked = (call: WriteCall): WriteCall => ({
  ...call,
  mutate: () => Promise.resolve(),
  validate: () => Promise.resolve(),
})

/** DELETE of a collection, or of a page of it: deletes each selected object like a single delete; answers with the deleted objects. */
export async function deleteCollection(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const representation = representationOf(scope)
  refuseOptions('ListOptions', versionMatchErrors(context.query, false, server))
  const options = await readDeleteOptions(
    context,
    type.custom ? optionsOfAny : optionsOfServed(server.catalogue),
    server.release,
  )
  const page = await pageOf(scope)
  for (const entry of page.entries) {
    const { metadata } = await hubForm(entry, type.hub)
    const scoped = { ...scope, context: aboutObject(context, metadata) }
    // The request names no object, so admission gets no name; it sees the object that will be deleted.
    const unnamed = writeCall(scoped, {
      name: '',
      subresource: '',
      dryRun: options.dryRun,
      operation: 'DELETE',
      options: options.raw,
    })
    const call = { ...unnamed, name: metadata.name ?? '' }
    try {
      await deleteObject(server.store, call, options)
      if (!options.dryRun) await deleteTogether(scoped)
    } catch (error) {
      // Another client deleted it first: the desired state is reached.
      if (!isNotFound(error)) throw error
    }
  }
  return pageResponse(scope, page, representation)
}
