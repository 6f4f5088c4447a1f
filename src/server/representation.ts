import { badRequest, notAcceptable } from '../machinery/api-error'
import { negotiate as negotiateType } from '../machinery/media-types'

/** How an answer is written (resource API, "Headers and media types"). */
export type Encoding = 'json' | 'yaml' | 'protobuf'
export type Form = 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'

export interface Representation {
  readonly encoding: Encoding
  readonly form: Form
  /** Version of meta.orch.io that a Table or metadata answer is written in. */
  readonly metaVersion: 'v1' | 'v1beta1'
  readonly pretty: boolean
}

export const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.orch.protobuf',
}
export const META_GROUP = 'meta.orch.io'

export interface Offer {
  readonly encodings: readonly Encoding[]
  readonly forms: readonly Form[]
}

export const PLAIN_OFFER: Offer = { encodings: ['json', 'yaml', 'protobuf'], forms: ['object'] }

/** The first representation that the client accepts and the endpoint offers; throws NotAcceptable when there is none. */
export function negotiate(accept: string | null, offer: Offer, pretty = false): Representation {
  const offered = offer.encodings.map((encoding) => MEDIA_TYPES[encoding])
  const found = negotiateType(
    accept,
    offered,
    ({ kind, group, version }) => isMetaForm(kind, group, version) && offer.forms.includes(kind as Form),
  )
  const encoding = offer.encodings.find((one) => MEDIA_TYPES[one] === found?.type)
  if (!found || !encoding || (!found.transform && !offer.forms.includes('object'))) throw notAcceptable(offered)
  const { kind = 'object', version = 'v1' } = found.transform ?? {}
  return { encoding, form: kind as Form, metaVersion: version as 'v1' | 'v1beta1', pretty }
}

const META_FORMS: readonly string[] = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']
const isMetaForm = (kind: string, group: string, version: string): boolean =>
  group === META_GROUP && (version === 'v1' || version === 'v1beta1') && META_FORMS.includes(kind)

/** Error answers are written in what the client accepts, or in JSON. */
export function representationForErrors(accept: string | null): Representation {
  try {
    return negotiate(accept, {
      encodings: ['json', 'yaml', 'protobuf'],
      forms: ['object', 'Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'],
    })
  } catch {
    return { encoding: 'json', form: 'object', metaVersion: 'v1', pretty: false }
  }
}

/** `?pretty`: true unless it says no; browsers and command-line fetchers get indented text as a matter of course elsewhere. */
export const wantsPretty = (query: URLSearchParams): boolean => {
  const value = query.get('pretty')
  return value !== null && !/^(false|0)$/i.test(value)
}

export type IncludeObject = 'None' | 'Metadata' | 'Object'
/** What a table row shows of its object. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? ''
  if (value === '') return 'Metadata'
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value
  throw badRequest(`Table option includeObject: unsupported value "${value}": must be None, Metadata or Object`)
}
