import { ApiError, badRequest } from '../../machinery/api-error'
import { noRepresentation, notAcceptable } from '../../machinery/media-type-errors'
import { goQuoted } from '../../machinery/go-quote'
import { negotiate as negotiateType } from '../../machinery/media-types'

/** How an answer is written (resource API, "Headers and media types"). */
export type Encoding = 'json' | 'yaml' | 'protobuf'
/** The shape of an answer: the object itself, its metadata only, or a table. */
export type Form = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

/** How an answer is written. */
export interface Representation {
  readonly encoding: Encoding
  readonly form: Form
  /** Version of meta.orch.io for a Table or metadata answer. */
  readonly metaVersion: 'v1' | 'v1beta1'
  readonly pretty: boolean
}

/** The media type of each encoding. */
export const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.orch.protobuf',
}
/** The group of tables, options and other objects that all groups share. */
export const META_GROUP = 'meta.orch.io'

/** The representations that a handler can answer with. */
export interface Offer {
  readonly encodings: readonly Encoding[]
  /** Other forms that a client may ask for; whether the answer has the form is known only once it is computed. */
  readonly forms: readonly MetaForm[]
  /** Encodings of those forms if they differ from the object's. */
  readonly formEncodings?: readonly Encoding[]
  /** Accepts a partial wildcard such as `application/*`; most endpoints match only whole types, or all. */
  readonly anySubtype?: boolean
  /** Whether the route also watches, so that it answers with streams, too. */
  readonly streams?: boolean
}

/** Forms that clients request by parameters of the media type. */
export type MetaForm = Exclude<Form, 'object'>
/** All forms that clients can request by parameters. */
export const META_FORMS: readonly MetaForm[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']

/** Offers the object itself, for endpoints that have no other form. */
export const PLAIN_OFFER: Offer = { encodings: ['json', 'yaml', 'protobuf'], forms: [] }
/** Offers the object or its metadata: there are no tables of what is not stored. */
export const METADATA_OFFER: Offer = { ...PLAIN_OFFER, forms: ['PartialObjectMetadata', 'PartialObjectMetadataList'] }

// Clients send the same few headers repeatedly.
const MOST_REMEMBERED = 200
const LONGEST_REMEMBERED = 500
const remembered = new WeakMap<Offer, Map<string, Representation>>()

/** The first representation that the client accepts and the endpoint offers; throws NotAcceptable if there is none. */
export function negotiate(accept: string | null, offer: Offer, pretty = false): Representation {
  let known = remembered.get(offer)
  if (!known) remembered.set(offer, (known = new Map<string, Representation>()))
  const key = pretty ? ` ${accept ?? ''}` : (accept ?? '')
  const before = known.get(key)
  if (before) return before
  const found = negotiated(accept, offer, pretty)
  if (known.size >= MOST_REMEMBERED) known.clear()
  if (key.length <= LONGEST_REMEMBERED) known.set(key, found)
  return found
}

function negotiated(accept: string | null, offer: Offer, pretty: boolean): Representation {
  const { encodings, forms, formEncodings = encodings, streams = false } = offer
  const offered = encodings.map((encoding) => MEDIA_TYPES[encoding])
  const all = [...new Set([...encodings, ...formEncodings])]
  if (!offer.anySubtype)
    requireType(accept, offered, streams ? [...offered, ...offered, ...streamsOf(encodings)] : offered)
  const found = negotiateType(
    accept,
    all.map((encoding) => MEDIA_TYPES[encoding]),
    ({ transform, stream, serverVersion }, type) => {
      const encoding = all.find((one) => MEDIA_TYPES[one] === type)
      if (!encoding || (stream && (stream !== 'watch' || encoding === 'yaml'))) return false
      if (serverVersion && serverVersion !== 'v1') return false
      if (!transform) return encodings.includes(encoding)
      return formEncodings.includes(encoding) && isMetaForm(transform, encoding, forms)
    },
  )
  const encoding = all.find((one) => MEDIA_TYPES[one] === found?.type)
  if (!found || !encoding) throw notAcceptable(offered)
  const { kind = 'object', version = 'v1' } = found.transform ?? {}
  return { encoding, form: kind as Form, metaVersion: version as 'v1' | 'v1beta1', pretty }
}

/** The media types of watches; none is YAML. */
export const streamsOf = (encodings: readonly Encoding[]): readonly string[] =>
  encodings.filter((encoding) => encoding !== 'yaml').map((encoding) => `${MEDIA_TYPES[encoding]};stream=watch`)

/** Refuses a client that accepts none of the media types of a path; their parameters don't count. `available` is what the error may list. */
export function requireType(accept: string | null, types: readonly string[], available = types): void {
  if (!names(accept, types)) throw noRepresentation(available)
}

/** Whether a clause names one of the types, or all types; its parameters don't count here. */
function names(accept: string | null, types: readonly string[]): boolean {
  if (!accept?.trim()) return true
  return accept.split(',').some((clause) => {
    const type = (clause.split(';')[0] ?? '').trim()
    return type === '*/*' || types.includes(type)
  })
}

// Tables are for people, so they have no binary encoding.
const isMetaForm = (
  { kind, group, version }: { kind: string; group: string; version: string },
  encoding: Encoding,
  forms: readonly MetaForm[],
): boolean =>
  group === META_GROUP &&
  (version === 'v1' || version === 'v1beta1') &&
  forms.includes(kind as MetaForm) &&
  !(kind === 'Table' && encoding === 'protobuf')

/** Refuses a form that this answer does not have: metadata of one object for a list, or of a list for one object. */
export function requireForm({ form }: Representation, possible: readonly Form[], goType: () => string): void {
  if (possible.includes(form)) return
  const isList = form === 'PartialObjectMetadata'
  const answer = isList ? `a list (*${goType()}List)` : `not a list (*${goType()})`
  throw new ApiError(406, 'NotAcceptable', `you requested ${form}, but the requested object is ${answer}`)
}

/** What documents outside of the routes of the API offer, and errors. */
export const UNROUTED_OFFER: Offer = { ...PLAIN_OFFER, anySubtype: true }

/** The representation of an error: one that the client accepts, or JSON. */
export function representationForErrors(accept: string | null): Representation {
  try {
    return negotiate(accept, UNROUTED_OFFER)
  } catch {
    return { encoding: 'json', form: 'object', metaVersion: 'v1', pretty: false }
  }
}

// Command-line HTTP clients get indented text; browsers run the interface, which parses JSON.
const READ_BY_PEOPLE = /^(curl|Wget)/

/** Whether the answer is indented: as `?pretty` says, else for command-line clients. */
export function wantsPretty({ query, request }: { query: URLSearchParams; request: Request }): boolean {
  const value = query.get('pretty')
  if (value) return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(value)
  return READ_BY_PEOPLE.test(request.headers.get('user-agent') ?? '')
}

/** What each row of a table contains of its object. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'
/** How much of its object a table row includes. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? ''
  if (value === '') return 'Metadata'
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${goQuoted(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}
