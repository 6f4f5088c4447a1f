import { openapiV2, openapiV3, openapiV3Index, type OpenApiOptions } from '../api/openapi/documents'
import type { Release } from '../api/releases'
import { behaves } from '../api/releases/behaviours'
import { loadTypeTexts } from '../api/types'
import { noSuchPath } from '../machinery/api-error'
import { negotiate } from '../machinery/media-types'
import type { RequestContext } from './context'
import type { Endpoint } from './endpoints'
import type { Server } from './server'
import { unserved } from './unserved'

const ACCEPTED = ['application/json']

interface Document {
  readonly text: string
  /** When it was made, in the seconds that headers count in. */
  readonly made: number
}

/** Documents are large and asked for again and again: each is made once for the types that are served. */
class DocumentCache {
  private readonly documents = new Map<string, Document>()
  private generation = -1
  constructor(
    private readonly current: () => number,
    private readonly now: () => number,
  ) {}

  async document(name: string, make: () => Promise<unknown>): Promise<Document | undefined> {
    if (this.generation !== this.current()) this.documents.clear()
    const generation = (this.generation = this.current())
    const known = this.documents.get(name)
    if (known !== undefined) return known
    const content = await make()
    if (content === undefined) return undefined
    const document = { text: JSON.stringify(content), made: Math.floor(this.now() / 1000) * 1000 }
    if (generation === this.current()) this.documents.set(name, document)
    return document
  }
}

/** Whether the client has the document already; its tag says more than its time. */
function isKnown({ headers, method }: Request, etag: string, made: number): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const tags = headers.get('if-none-match')
  if (tags !== null) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
  // A date that is none is no condition.
  return Date.parse(headers.get('if-modified-since') ?? '') >= made
}

/** /openapi/v2 and /openapi/v3, current as types come and go. */
export function openapiEndpoints(server: Server, release: Release): Endpoint[] {
  const { catalogue } = server
  const cache = new DocumentCache(
    () => catalogue.generation,
    () => server.clock.now(),
  )
  const options = async (): Promise<OpenApiOptions> => ({
    serverVersion: release.gitVersion,
    texts: await loadTypeTexts(),
    fieldValidation: server.feature('ServerSideFieldValidation'),
  })
  const answer = async (context: RequestContext, name: string, make: () => Promise<unknown>): Promise<Response> => {
    // What is not acceptable gets no words either: the documents have a language of their own.
    // They have no other forms either, whatever one is asked for.
    const accepted = negotiate(context.request.headers.get('accept'), ACCEPTED, () => true)
    if (!accepted) return new Response(null, { status: 406 })
    const document = await cache.document(name, make)
    if (document === undefined) throw noSuchPath()
    const { text, made } = document
    const etag = `"${catalogue.generation}-${name}"`
    const headers = { etag, 'cache-control': 'no-cache, private' }
    if (isKnown(context.request, etag, made)) return new Response(null, { status: 304, headers })
    const modified = new Date(made).toUTCString()
    return new Response(text, {
      headers: { ...headers, 'content-type': 'application/json', 'last-modified': modified },
    })
  }
  const hasV3 = behaves('openapiV3', server.release)
  return [
    {
      path: /^\/openapi\/v2$/,
      anyMethod: true,
      answer: (context) => answer(context, 'v2', async () => openapiV2(catalogue.types(), await options())),
    },
    {
      path: /^\/openapi\/v3$/,
      anyMethod: true,
      answer: (context) =>
        hasV3
          ? answer(context, 'v3', () =>
              Promise.resolve(openapiV3Index(catalogue.types(), String(catalogue.generation))),
            )
          : unserved(server, context.info.path),
    },
    {
      path: /^\/openapi\/v3\/(?:api|apis\/([^/]+))\/([^/]+)$/,
      answer: (context, [group = '', version = '']) =>
        hasV3
          ? answer(context, `v3/${group}/${version}`, async () =>
              openapiV3(catalogue.types(), { group, version }, await options()),
            )
          : unserved(server, context.info.path),
    },
  ]
}
