import { badRequest, notAcceptable } from '../machinery/api-error'

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

interface Clause {
  readonly type: string
  readonly quality: number
  readonly params: ReadonlyMap<string, string>
}

function clausesOf(header: string): Clause[] {
  const clauses = header
    .split(',')
    .map((part) => {
      const [type = '', ...rest] = part.split(';').map((piece) => piece.trim())
      const params = new Map(
        rest.map((piece) => {
          const [key = '', value = ''] = piece.split('=')
          return [key.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const
        }),
      )
      const quality = params.has('q') ? Number(params.get('q')) : 1
      return { type: type.toLowerCase(), quality: Number.isFinite(quality) ? quality : 0, params }
    })
    .filter(({ type, quality }) => type !== '' && quality > 0)
  // A stable sort keeps the client's order among equals.
  return clauses.sort((a, b) => b.quality - a.quality)
}

const matches = (clause: string, mediaType: string): boolean =>
  clause === '*/*' || clause === mediaType || clause === `${mediaType.split('/')[0]}/*`

/** The first representation that the client accepts and the endpoint offers; throws NotAcceptable when there is none. */
export function negotiate(accept: string | null, offer: Offer, pretty = false): Representation {
  for (const { type, params } of clausesOf(accept?.trim() || '*/*')) {
    for (const encoding of offer.encodings) {
      if (!matches(type, MEDIA_TYPES[encoding])) continue
      const form = formOf(params)
      if (form === undefined || !offer.forms.includes(form.form)) continue
      return { encoding, ...form, pretty }
    }
  }
  throw notAcceptable(offer.encodings.map((encoding) => MEDIA_TYPES[encoding]))
}

function formOf(params: ReadonlyMap<string, string>): { form: Form; metaVersion: 'v1' | 'v1beta1' } | undefined {
  const as = params.get('as')
  if (as === undefined || as === '') return { form: 'object', metaVersion: 'v1' }
  const version = params.get('v')
  if (params.get('g') !== META_GROUP || (version !== 'v1' && version !== 'v1beta1')) return undefined
  if (as !== 'Table' && as !== 'PartialObjectMetadata' && as !== 'PartialObjectMetadataList') return undefined
  return { form: as, metaVersion: version }
}

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
