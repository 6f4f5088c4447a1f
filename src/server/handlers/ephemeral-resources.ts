import { fractionErrors } from '../../api/fractions'
import { type ReadOptions, readTyped } from '../../api/walk'
import type { Schema } from '../../api/schema'
import { badRequest } from '../../machinery/api-error'
import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../machinery/object'
import { type Body, decodeBody, encodingOfBody, readContent } from '../wire/body'
import type { RequestContext } from '../context'
import type { Status } from '../status'
import { METADATA_OFFER, negotiate, requireForm, wantsPretty } from '../wire/representation'
import { dataResponse } from '../wire/respond'
import { partialMetadata } from '../wire/tables'
import { type RequestScope, type WriteScope, writeScope } from './request-scope'
import { notHandled, realReading } from './body-refusal'
import { identify, reportDropped } from './decode'
import type { OptionsKind, WriteOptions } from './options'
import { admissionRequest, type CallShape } from './write-call'

/** A request to create an object that is answered but not stored, such as a review or an eviction. */
export interface VirtualCall {
  readonly object: ApiObject
  readonly options: WriteOptions
  readonly shape: CallShape
}

/** Reads the body of an operation that is not stored: checked like any body, but never defaulted by a kind. */
export async function readVirtual(
  asked: RequestScope,
  kinds: readonly (GroupVersionKind & { schema: Schema | undefined })[],
  optionsKind: OptionsKind = 'CreateOptions',
): Promise<{ object: ApiObject; scope: WriteScope; kind: GroupVersionKind }> {
  const { context } = asked
  negotiate(context.request.headers.get('accept'), METADATA_OFFER)
  const encoding = encodingOfBody(context, ['json', 'yaml', 'protobuf'])
  const scope = writeScope(asked, optionsKind)
  const body = decodeBody(await readContent(context), encoding, { kind: kinds[0]?.kind ?? '' }, context.binary)
  await context.breathe()
  // Null is an empty object, because the path gives its kind.
  return { ...typedVirtual(scope, kinds, { ...body, value: body.value ?? {} }), scope }
}

/** Reads the body as the kind whose apiVersion it names; as the first one if it names none. */
export function typedVirtual(
  scope: WriteScope,
  kinds: readonly (GroupVersionKind & { schema: Schema | undefined })[],
  body: Body,
  reading: ReadOptions = {},
): { object: ApiObject; kind: GroupVersionKind } {
  const named = (body.value as { apiVersion?: unknown } | null)?.apiVersion
  const kind = kinds.find((candidate) => apiVersionOf(candidate) === named) ?? kinds[0]
  if (!kind) throw badRequest('no kind is expected here')
  const identified = identify(body.value, kind, scope.server.catalogue)
  if (!kind.schema) return { object: identified, kind }
  const whole = { ...identified, metadata: identified.metadata ?? {} }
  const { value, unknown, errors: wrong } = readTyped(whole, kind.schema, { ...reading, ignored: true })
  const errors = [...wrong, ...fractionErrors(body.fractions, kind.schema)]
  const { release } = scope.server
  if (errors.length) throw notHandled(kind, errors, realReading(kind.schema, body, release), release)
  reportDropped(scope, unknown, body.duplicates)
  scope.context.audit?.requestObject(value)
  return { object: value as ApiObject, kind }
}

/** Runs both phases of admission around an operation that stores nothing itself. */
export async function admitted(
  scope: RequestScope,
  shape: CallShape,
  object: ApiObject,
  operation: 'CREATE' | 'CONNECT' | 'UPDATE' = 'CREATE',
): Promise<void> {
  const { server, context } = scope
  const request = admissionRequest(scope, shape, operation, object, undefined)
  await server.admission.mutate(request, context.tracer)
  await server.admission.validate(request, context.tracer)
}

/** Answers with an object that is not stored, by default as created (201). A Status is never reduced to its metadata. */
export function virtualResponse(context: RequestContext, data: ApiObject | Status, code = 201): Promise<Response> {
  const accept = context.request.headers.get('accept')
  const representation = negotiate(accept, METADATA_OFFER, wantsPretty(context))
  if (representation.form === 'object' || isStatus(data)) return dataResponse(context, data, representation, code)
  requireForm(representation, ['PartialObjectMetadata'], () => data.kind ?? '')
  return dataResponse(context, partialMetadata(data, representation.metaVersion), representation, code)
}

const isStatus = (data: ApiObject | Status): data is Status => data.kind === 'Status'
