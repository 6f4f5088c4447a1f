import { apiVersionOf } from '../../machinery/object'
import type { DiscoveredType } from '../discovery'
import { type Parameter, writeParameter } from './parameters'
import type { Document } from './schema-markers'
import type { OpenApiVersion } from './definition-names'

const ALL_TYPES = ['application/json', 'application/yaml', 'application/vnd.orch.protobuf']
const CUSTOM_TYPES = ['application/json', 'application/yaml']
const STREAMS = ['application/json;stream=watch', 'application/vnd.orch.protobuf;stream=watch']
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
]

/** An operation, independent of the OpenAPI version. */
export interface Call {
  readonly id: string
  readonly action: string
  readonly text: string
  readonly parameters?: readonly Parameter[]
  readonly body?: Document | undefined
  readonly answer: Document
  readonly created?: boolean
  readonly patch?: boolean
  readonly list?: boolean
}

/** What differs between the OpenAPI versions and releases in operations. */
export interface OperationOptions {
  readonly version: OpenApiVersion
  readonly fieldValidation: boolean
}

/** The kind whose objects a call exchanges. */
export interface ExchangedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The OpenAPI operation object of a call. `kind` is the exchanged kind, which differs from that of `type` for subresources. */
export function operation(
  call: Call,
  type: DiscoveredType,
  { group, version, kind }: ExchangedKind,
  openapi: OpenApiVersion,
): Document {
  const known = type.custom ? CUSTOM_TYPES : ALL_TYPES
  const produces = call.list ? [...known, ...(type.custom ? STREAMS.slice(0, 1) : STREAMS)] : known
  const consumes = call.patch ? PATCH_TYPES.filter((text) => !type.custom || !text.includes('strategic')) : known
  const head = {
    description: call.text,
    operationId: call.id,
    tags: [apiVersionOf(type).replace(/[./]/g, '_')],
    'x-orch-action': call.action,
    'x-orch-group-version-kind': { group, version, kind },
  }
  const parameters = (call.parameters ?? []).map((parameter) => writeParameter(parameter, openapi))
  const codes = call.created ? ['200', '201'] : ['200']
  const answers = codes.map((code) => [code, code === '200' ? 'OK' : 'Created'] as const)
  const refused = { 401: { description: 'Unauthorized' } }
  if (openapi === 2) {
    const body = call.body && {
      name: 'body',
      in: 'body',
      schema: call.body,
      ...(call.action !== 'delete' && call.action !== 'deletecollection' && { required: true }),
    }
    return {
      ...head,
      schemes: ['https'],
      consumes: call.body ? consumes : ['*/*'],
      produces,
      parameters: body ? [body, ...parameters] : parameters,
      responses: {
        ...Object.fromEntries(answers.map(([code, description]) => [code, { description, schema: call.answer }])),
        ...refused,
      },
    }
  }
  const content = (types: readonly string[], schema: Document): Document =>
    Object.fromEntries(types.map((text) => [text, { schema }]))
  return {
    ...head,
    parameters,
    ...(call.body && { requestBody: { content: content(consumes, call.body) } }),
    responses: {
      ...Object.fromEntries(
        answers.map(([code, description]) => [code, { description, content: content(produces, call.answer) }]),
      ),
      ...refused,
    },
  }
}
