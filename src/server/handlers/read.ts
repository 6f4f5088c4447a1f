import type { MaybePromise } from '../../machinery/maybe-promise'
import { goNumberProblem } from '../../machinery/go-number'
import { goQuoted } from '../../machinery/go-quote'
import { behaves } from '../../api/releases/ledger'
import { badRequest, notFoundError, timeout, unclassifiedError } from '../../machinery/api-error'
import type { ApiObject } from '../../machinery/object'
import { parseRevision } from '../../machinery/revision'
import { keyOf, objectText, servedForm } from '../../registry/storage'
import type { ServedType } from '../../registry/resource-type'
import { dataResponse, keptResponse } from '../wire/respond'
import {
  type Encoding,
  type Form,
  includeObjectOf,
  META_FORMS,
  negotiate,
  type Offer,
  type Representation,
  requireForm,
  wantsPretty,
} from '../wire/representation'
import type { Server } from '../server'
import { partialMetadata, rowOf, tableOf } from '../wire/tables'
import { exported } from './export'
import { booleanParameter } from './options'
import type { RequestScope } from './request-scope'
import { goTypeOf } from './wrong-type'

// How long a read waits for a future version, and the Retry-After of the failure.
const FUTURE_VERSION_WAIT_MS = 3000
const RETRY_AFTER_SECONDS = 1

// The forms in which a resource can be requested, whatever the answer turns out to be.
const BUILT_IN_OFFER: Offer = { encodings: ['json', 'yaml', 'protobuf'], forms: META_FORMS }
// In old releases subresources had no table columns.
const PART_OFFER: Offer = { ...BUILT_IN_OFFER, forms: META_FORMS.filter((form) => form !== 'Table') }
// A custom object's metadata alone has a built-in type, so it has a binary form.
const CUSTOM_OFFER: Offer = {
  encodings: ['json', 'yaml'],
  forms: META_FORMS,
  formEncodings: ['json', 'yaml', 'protobuf'],
  anySubtype: true,
}

const LIST_OFFER: Offer = { ...BUILT_IN_OFFER, streams: true }

const offerOf = ({ custom }: ServedType, verb = ''): Offer => {
  if (custom) return CUSTOM_OFFER
  return verb === 'list' || verb === 'watch' ? LIST_OFFER : BUILT_IN_OFFER
}

/** Custom types have no protobuf form (resource API, "Headers and media types"). */
export const encodingsOf = (type: ServedType): readonly Encoding[] => offerOf(type).encodings

/**
 * The form of an answer. Throws NotAcceptable if the client accepts none that the endpoint offers. Writes check this first, so that nothing
 * is stored whose answer can't be sent.
 */
export function representationOf({ server, context, type }: RequestScope): Representation {
  const part = context.info.subresource !== '' && !type.custom && !behaves('tables-of-parts', server.release)
  return negotiate(
    context.request.headers.get('accept'),
    part ? PART_OFFER : offerOf(type, context.info.verb),
    wantsPretty(context),
  )
}

const SINGLE_FORMS: readonly Form[] = ['object', 'Table', 'PartialObjectMetadata']
/** Forms in which a list can be answered. */
export const LIST_FORMS: readonly Form[] = ['object', 'Table', 'PartialObjectMetadataList']

/** Answers with one object, in the form that the client asked for. */
export function objectResponse(scope: RequestScope, object: ApiObject, code = 200): MaybePromise<Response> {
  const { context } = scope
  const representation = representationOf(scope)
  requireForm(representation, SINGLE_FORMS, () => goTypeOf(scope.type))
  const { form, encoding } = representation
  if (context.large || form !== 'object' || encoding !== 'json')
    return otherResponse(scope, representation, object, code)
  return keptResponse(context, keptText(object), representation, code)
}

const keptText = (object: ApiObject) => ({ object: () => object, content: () => `${objectText(object)}\n` })

async function otherResponse(
  scope: RequestScope,
  representation: Representation,
  object: ApiObject,
  code: number,
): Promise<Response> {
  const { server, context, type } = scope
  await context.breathe()
  if (representation.form === 'Table') {
    const include = includeObjectOf(context.query)
    const row = rowOf(type, await type.toHub(object), object, include, representation.metaVersion, server.clock.now())
    const version = object.metadata.resourceVersion
    return dataResponse(
      context,
      tableOf(type, [row], version === undefined ? {} : { resourceVersion: version }, representation.metaVersion),
      representation,
      code,
    )
  }
  if (representation.form === 'PartialObjectMetadata')
    return dataResponse(context, partialMetadata(object, representation.metaVersion), representation, code)
  if (representation.encoding !== 'json') return dataResponse(context, object, representation, code)
  return keptResponse(context, keptText(object), representation, code)
}

/**
 * The resourceVersion parameter as a number; undefined when unset. An invalid version is a bad request from the store, but an error without
 * a reason from the watch cache.
 */
export function versionParameter(query: URLSearchParams, asked: 'store' | 'cache'): number | undefined {
  const text = query.get('resourceVersion') ?? ''
  if (text === '') return undefined
  const version = parseRevision(text)
  if (version !== undefined) return version
  const problem = `resourceVersion: Invalid value: ${goQuoted(text)}: ${goNumberProblem('ParseUint', text)}`
  throw asked === 'store' ? badRequest(`invalid resource version: ${problem}`) : unclassifiedError(problem)
}

/** Events change too often to be cached, so the store answers for them. */
export const keeperOf = ({ hub, custom }: ServedType): 'store' | 'cache' =>
  hub.resource === 'events' && !custom ? 'store' : 'cache'

/** Waits for a version that the store has not reached; throws 504 with a cause if it does not arrive in time. */
export async function reach(server: Server, version: number, query: URLSearchParams, saysWhen = true): Promise<void> {
  if (await server.store.waitFor(version, FUTURE_VERSION_WAIT_MS)) return
  // Beyond the safe range the parsed number is rounded, so the message uses the exact one.
  const asked = /^\d+$/.test(query.get('resourceVersion') ?? '') ? BigInt(query.get('resourceVersion') ?? '') : version
  throw timeout(
    `Timeout: Too large resource version: ${asked}, current: ${server.store.revision}`,
    saysWhen ? RETRY_AFTER_SECONDS : undefined,
    [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  )
}

/** GET of one object, or of a subresource that is a part of it: most recent, any, or not older than a version. */
export async function getObject(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  representationOf(scope)
  const version = versionParameter(context.query, keeperOf(type))
  if (version) await reach(server, version, context.query)
  const { namespace, name } = context.info
  const entry = server.store.get(keyOf(type.hub, namespace, name))
  if (!entry) throw notFoundError(type, name)
  const exports =
    context.info.subresource === '' &&
    booleanParameter(context.query, 'export') === true &&
    behaves('exports', server.release)
  const object = exports ? exported(scope, entry) : servedForm(entry, type)
  return objectResponse(scope, object instanceof Promise ? await object : object)
}
