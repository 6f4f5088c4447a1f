import { BINARY_DOCUMENT_TYPE, BINARY_DOCUMENT_TYPES } from '../../api/openapi/binary-types'
import {
  type DocumentedType,
  openapiV2,
  openapiV3,
  openapiV3Index,
  type OpenApiOptions,
  pathInV3,
} from '../../api/openapi/documents'
import type { Release } from '../../api/releases'
import { behaves } from '../../api/releases/ledger'
import { loadFieldOrder } from '../../api/openapi/required-fields'
import { loadTypeTexts } from '../../api/types'
import { noSuchPath } from '../../machinery/api-error'
import { writeJson } from '../../machinery/json-text'
import { negotiate } from '../../machinery/media-types'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import type { Endpoint } from './endpoints'
import { type CachedDocument, DocumentCache } from './openapi-cache'

const JSON_TYPE = 'application/json'
/** Encodings of a document besides JSON, by media type. */
type OtherForms = Readonly<Record<string, (document: object) => Promise<Uint8Array<ArrayBuffer>>>>

const toBinary = async (document: object) =>
  (await import('../../api/openapi/binary-document')).binaryDocument(document)
const BINARY_FORMS: OtherForms = Object.fromEntries(BINARY_DOCUMENT_TYPES.map((type) => [type, toBinary]))

/** Whether the client already has the document. Its ETag takes precedence over its date. */
function isKnown({ headers, method }: Request, etag: string, made: number): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
  // An invalid date is ignored.
  return Date.parse(headers.get('if-modified-since') ?? '') >= made
}

/** Headers of a document whose address contains its hash: it never changes, so clients may cache it for a year without asking again. */
const unchanging = (now: number): Record<string, string> => {
  const expires = new Date(now)
  expires.setUTCFullYear(expires.getUTCFullYear() + 1)
  return { 'cache-control': 'public, immutable', expires: expires.toUTCString() }
}

/** /openapi/v2 and /openapi/v3, kept current as types come and go. */
export function openapiEndpoints(server: Server, release: Release): Endpoint[] {
  const hasV3 = behaves('openapi-v3', server)
  const documents = new OpenApiDocuments(server, release)
  return [
    {
      path: /^\/openapi\/v2$/,
      anyMethod: true,
      answer: (context) => documents.answer(context, (type) => documents.v2(type), { others: BINARY_FORMS }),
    },
    {
      path: /^\/openapi\/v3$/,
      anyMethod: true,
      exists: () => hasV3,
      answer: (context) => documents.answer(context, () => documents.v3Index()),
    },
    {
      path: /^\/openapi\/v3\/((?:api|apis\/[^/]+)\/[^/]+)$/,
      exists: () => hasV3,
      answer: (context, [path = '']) => documents.answer(context, () => documents.v3(path), { atHash: true }),
    },
  ]
}

class OpenApiDocuments {
  private readonly cache: DocumentCache
  private readonly hasCustom: boolean

  constructor(
    private readonly server: Server,
    private readonly release: Release,
  ) {
    this.cache = new DocumentCache(server.crypto, () => server.clock.now())
    this.hasCustom = behaves('custom-type-openapi', server)
  }

  /**
   * Answers with the document in the form that the client accepts, or with 304 if the client already has it. With `atHash`, the address may
   * name the document's hash.
   */
  async answer(
    context: RequestContext,
    find: (type: string) => Promise<CachedDocument | undefined>,
    { others = {}, atHash = false }: { readonly others?: OtherForms; readonly atHash?: boolean } = {},
  ): Promise<Response> {
    // These documents have media types of their own, so a 406 has no Status, and no other form is offered.
    const accepted = negotiate(context.request.headers.get('accept'), [JSON_TYPE, ...Object.keys(others)], () => true)
    if (!accepted) return new Response(null, { status: 406 })
    const { type } = accepted
    const document = await find(type)
    if (document === undefined) throw noSuchPath()
    const { content, hash, made } = document
    const asked = atHash ? context.query.get('hash') : null
    if (asked && asked !== hash)
      return new Response(null, { status: 301, headers: { location: `${context.target.path}?hash=${hash}` } })
    const etag = `"${hash}"`
    const kept = asked ? unchanging(this.server.clock.now()) : { 'cache-control': 'no-cache, private' }
    const headers = { ...kept, etag, vary: 'Accept' }
    if (isKnown(context.request, etag, made)) return new Response(null, { status: 304, headers })
    const modified = new Date(made).toUTCString()
    return new Response(content, {
      headers: { ...headers, 'content-type': type in others ? BINARY_DOCUMENT_TYPE : type, 'last-modified': modified },
    })
  }

  v2(type: string): Promise<CachedDocument> {
    const types = this.described()
    return this.cache.document(`v2 ${type in BINARY_FORMS ? 'binary' : 'JSON'}`, types, async () =>
      (BINARY_FORMS[type] ?? writeJson)(openapiV2(types, await this.options())),
    )
  }

  /** The document at a path of version 3, such as `apis/apps/v1`; undefined if nothing is served there. */
  async v3(path: string): Promise<CachedDocument | undefined> {
    const types = this.described().filter((type) => pathInV3(type) === path)
    const [first] = types
    if (!first) return undefined
    return this.cache.document(`v3/${path}`, types, async () =>
      writeJson(openapiV3(types, first, await this.options())),
    )
  }

  /** The index names every document with its hash, so it builds all of them. */
  v3Index(): Promise<CachedDocument> {
    const types = this.described()
    return this.cache.document('v3', types, async () => {
      const hashes = new Map<string, string>()
      for (const path of new Set(types.map(pathInV3))) hashes.set(path, (await this.v3(path))?.hash ?? '')
      return writeJson(openapiV3Index(hashes))
    })
  }

  private described(): readonly DocumentedType[] {
    return this.server.catalogue.types().filter(({ custom }) => this.hasCustom || !custom)
  }

  private async options(): Promise<OpenApiOptions> {
    return {
      serverVersion: this.release.gitVersion,
      release: this.release.minor,
      enums: behaves('openapi-enums', this.server),
      texts: await loadTypeTexts(),
      fieldOrder: await loadFieldOrder(),
      fieldValidation: this.server.feature('ServerSideFieldValidation'),
    }
  }
}
